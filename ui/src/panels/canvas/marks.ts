/** What a drawing of the graph marks: the run's statuses, the selection, what is wrong. Told when one of them changes. */
import { useEditor } from '../../state/editor';
import type { Prefix } from '../../state/graph/subgraph/places';
import { useProblems } from '../../state/problems/problems';
import { stateOf } from '../../state/run/nodeState';
import { useSession } from '../../state/run/session';
import type { Marks } from './drawing';

/** prefix: of the level on show. */
export function marksNow(prefix: Prefix): Marks {
  const { picture } = useSession.getState();
  const { byCard, inside } = useProblems.getState();
  return {
    statusOf: (id) => stateOf(picture, prefix, id)?.status,
    selected: useEditor.getState().selected,
    wrong: new Set([...byCard.keys(), ...inside.keys()]),
  };
}

/** Call `changed` whenever `marksNow` or the theme would give something else; answers how to end it. */
export function onMarks(changed: () => void): () => void {
  const ends = [
    useSession.subscribe((now, before) => now.picture?.nodes !== before.picture?.nodes && changed()),
    useEditor.subscribe((now, before) => now.selected !== before.selected && changed()),
    useProblems.subscribe((now, before) => now.byCard !== before.byCard && changed()),
  ];
  const theme = new MutationObserver(changed);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    theme.disconnect();
    for (const end of ends) end();
  };
}

/** Makes one call a frame of many; with `apartMs`, calls that are at least so far apart, the newest never left out. */
export class OncePerFrame {
  private frame = 0;
  private timer = 0;
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly act: () => void, private readonly apartMs = 0) {}

  readonly ask = (): void => {
    if (this.frame || this.timer) return;
    const waitMs = this.lastMs + this.apartMs - performance.now();
    if (waitMs > 0) this.timer = window.setTimeout(this.begin, waitMs);
    else this.begin();
  };

  private readonly begin = (): void => {
    this.timer = 0;
    this.frame = requestAnimationFrame((nowMs) => {
      this.frame = 0;
      this.lastMs = nowMs;
      this.act();
    });
  };

  end(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = this.timer = 0;
  }
}
