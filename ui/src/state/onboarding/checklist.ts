/** The first steps: which there are, which are done, and how it is seen that one was. Kept with the preferences. */
import { perform, register } from '../commands/commands';
import { useEditor } from '../editor';
import { NOTE, START, type GraphDocument } from '../graph/document';
import { useInspect } from '../outputs/inspect';
import { go, parseRoute } from '../route';
import type { NodeState } from '../run/reduce';
import { useSession } from '../run/session';
import { setSetting, setting } from '../settings/settings';
import { toast } from '../toasts';

export const STEPS = ['run', 'look', 'change', 'find'] as const;
export type StepName = (typeof STEPS)[number];

/** The steps with one more; the same list when it was there. */
export function withStep(steps: readonly string[], step: StepName): readonly string[] {
  return steps.includes(step) ? steps : [...steps, step];
}

export function isComplete(steps: readonly string[]): boolean {
  return STEPS.every((step) => steps.includes(step));
}

/** The node that a person would look at first after a run: the last that gave a tensor or a picture, else the last that ran. */
export function nodeToLookAt(doc: GraphDocument, ran: Readonly<Record<string, Pick<NodeState, 'image' | 'summaries'>>>): string | null {
  const candidates = doc.nodes.filter((node) => node.type !== NOTE && node.type !== START && node.id in ran);
  const shows = candidates.filter(({ id }) => ran[id]!.image !== undefined || Object.values(ran[id]!.summaries ?? {}).some((one) => one.shape !== undefined));
  return (shows.at(-1) ?? candidates.at(-1))?.id ?? null;
}

/** A step was taken. */
function done(step: StepName): void {
  const before = setting('steps');
  const steps = withStep(before, step);
  if (!setting('checklist') || steps === before) return;
  setSetting('steps', [...steps]);
  if (!isComplete(steps)) return;
  setSetting('checklist', false);
  toast({ tone: 'done', text: (t) => t('onboarding.all_done') });
}

/** Help with a step, for who presses on it. */
export function take(step: StepName): void {
  const { doc, select } = useEditor.getState();
  const node = nodeToLookAt(doc, useSession.getState().picture?.nodes ?? {});
  if (step === 'run') perform('run.start');
  else if (step === 'find') go({ view: 'runs' });
  else if (node !== null) {
    select([node]);
    useInspect.getState().show(step === 'look' ? 'outputs' : 'params');
  }
}

/** Watch for the steps, and offer them in Help; once, when the program starts. */
export function startChecklist(): void {
  useSession.subscribe(({ picture }, before) => {
    if (picture?.phase === 'succeeded' && before.picture?.phase !== 'succeeded') done('run');
  });
  useEditor.subscribe((now, before) => {
    if (now.selected !== before.selected && now.selected.size === 1) looked([...now.selected][0]!);
    if (now.history !== before.history && now.history.past.at(-1)?.label === 'param') done('change');
  });
  addEventListener('hashchange', () => {
    if (parseRoute(location.hash).view === 'runs' && setting('steps').includes('run')) done('find');
  });
  register([
    {
      id: 'help.checklist', label: (t) => t('onboarding.title'), scope: 'global', menu: { name: 'help', group: 0 },
      run: () => {
        setSetting('welcomed', true);
        setSetting('steps', []);
        setSetting('checklist', true);
        go({ view: 'canvas', id: useEditor.getState().open.file });
      },
    },
  ]);
}

function looked(node: string): void {
  const { picture } = useSession.getState();
  if (picture?.phase === 'succeeded' && node in picture.nodes) done('look');
}
