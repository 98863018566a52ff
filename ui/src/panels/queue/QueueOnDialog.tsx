import { useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ApiError, ask, type Refusal } from '../../api/http';
import { useDevices, useQueue } from '../../api/queue';
import type { Submitted } from '../../api/types.gen';
import { Dialog } from '../../parts/Dialog';
import { TagsInput } from '../../parts/TagsInput';
import { shown } from '../../state/commands/chord';
import { NOTE } from '../../state/graph/document';
import { useProblems } from '../../state/problems/problems';
import { leave, remember, useAsked, type Asked } from '../../state/queue/asked';
import { fieldOf, optionsOf, readCopies, readSeed, type Field, type QueueForm } from '../../state/queue/form';
import { go } from '../../state/route';
import { toast } from '../../state/toasts';
import { useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { RunsWith } from './RunsWith';
import './queue.css';

/** "Queue on...": where and how a graph is to run, and the run made of it. */
export function QueueOnDialog(): ReactNode {
  const asked = useAsked((state) => state.asked);
  return asked && <Asking key={asked.from ?? ''} asked={asked} />;
}

function Asking({ asked }: { asked: Asked }): ReactNode {
  const { t } = useTranslation();
  const client = useQueryClient();
  const say = useSentence();
  const [form, setForm] = useState(asked.form);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, setSending] = useState(false);
  const set = (change: Partial<QueueForm>): void => {
    setForm((now) => ({ ...now, ...change }));
    setRefusal(null);
  };
  const wrong = wrongField(form);
  const submit = (): void => {
    if (wrong || isSending) return;
    setSending(true);
    setRefusal(null);
    queue(asked, form)
      .then((ids) => {
        remember(asked, form);
        leave();
        const first = ids[0]!;
        toast({
          tone: 'done',
          text: (words) => (ids.length === 1 ? words('queue.queued', { id: first.slice(0, 8) }) : words('queue.queued_many', { count: ids.length })),
          action: { label: (words) => words('queue.open'), run: () => go({ view: 'runs', ...(ids.length === 1 ? { id: first, tab: 'log' } : {}) }) },
        });
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setRefusal(error.refusal);
        setSending(false);
      })
      .finally(() => {
        void client.invalidateQueries({ queryKey: ['runs'] });
        void client.invalidateQueries({ queryKey: ['queue'] });
      });
  };
  const at = refusal && fieldOf(refusal);
  const said = (field: Field): string | null => (at === field ? say(refusal!) : null);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <Dialog
      title={t('bar.queue')}
      onClose={leave}
      testId="queue-dialog"
      foot={
        <>
          <Waiting />
          <span className="grow" />
          <button type="button" className="btn" onClick={leave}>{t('queue.cancel')}</button>
          <button type="button" className="btn primary" disabled={wrong !== null || isSending} onClick={submit} data-testid="queue-submit">
            {t('queue.submit')}
            <kbd>{shown('mod+enter')}</kbd>
          </button>
        </>
      }
    >
      <div className="queue-on" onKeyDown={press}>
        <Summary asked={asked} />
        {(said('graph') ?? said('tags')) && <p className="problem" role="alert" data-testid="queue-refused" data-error-code={refusal?.code}>{said('graph') ?? said('tags')}</p>}
        <DeviceRow form={form} set={set} told={said('device')} />
        <div className="queue-pair">
          <Text name="seed" value={form.seed} set={(seed) => set({ seed })} told={wrong === 'seed' ? t('queue.seed_wrong') : said('seed')} hint={t('inspect.seed_none')} />
          <Text name="copies" value={form.copies} set={(copies) => set({ copies })} told={wrong === 'copies' ? t('queue.copies_wrong') : null} />
        </div>
        <div className="queue-switches">
          <Switch name="record" isOn={form.records || form.verbose || form.gradients} isFixed={form.verbose || form.gradients} set={(records) => set({ records })} />
          <Switch name="verbose" isOn={form.verbose} set={(verbose) => set({ verbose })} />
          <Switch name="gradients" isOn={form.gradients} set={(gradients) => set({ gradients })} />
          <Switch name="deterministic" isOn={form.isDeterministic} set={(isDeterministic) => set({ isDeterministic })} />
        </div>
        <div className="queue-pair">
          <Text name="name" value={form.name} set={(name) => set({ name })} told={said('name')} hint={asked.doc.name ?? ''} most={64} />
          <TagsInput id="queue-tags" tags={form.tags} set={(tags) => set({ tags })} />
        </div>
        <RunsWith asked={asked} form={form} />
      </div>
    </Dialog>
  );
}

/** The field whose words cannot be read. */
function wrongField(form: QueueForm): 'seed' | 'copies' | null {
  if (readSeed(form.seed) === undefined) return 'seed';
  return readCopies(form.copies) === undefined ? 'copies' : null;
}

/** Ids of the runs that were made. Throws ApiError; what was made before stays. */
async function queue({ doc, graph }: Asked, form: QueueForm): Promise<string[]> {
  const ids: string[] = [];
  const named = graph();
  const body = { graph: doc, options: { ...optionsOf(form), ...(named !== null && { graph_id: named }) }, name: form.name.trim() || null, tags: [...form.tags] };
  for (let left = readCopies(form.copies) ?? 1; left > 0; left -= 1) {
    const { run_id: id } = await ask<Submitted>('POST', '/api/runs', { body });
    ids.push(id);
  }
  return ids;
}

function Summary({ asked }: { asked: Asked }): ReactNode {
  const { t } = useTranslation();
  const errors = useProblems((state) => (state.judged === asked.doc ? state.list.filter((one) => one.level === 'error').length : null));
  const nodes = asked.doc.nodes.filter((node) => node.type !== NOTE).length;
  return (
    <p className="queue-summary">
      <span className="cut">
        {asked.doc.name || t('canvas.untitled')} <span className="dim">· {t('far.nodes', { count: nodes })}</span>
      </span>
      <span className="grow" />
      {errors === 0 && <span className="ok"><IconCheck size={14} aria-hidden />{t('queue.no_problems')}</span>}
      {errors !== null && errors > 0 && <span className="wrong"><IconAlertTriangle size={14} aria-hidden />{t('queue.problems', { count: errors })}</span>}
    </p>
  );
}

interface RowProps {
  form: QueueForm;
  set: (change: Partial<QueueForm>) => void;
  told: string | null;
}

function DeviceRow({ form, set, told }: RowProps): ReactNode {
  const { t } = useTranslation();
  const { data } = useDevices();
  const known = data?.devices ?? [];
  const choices = [{ value: '', label: t('queue.device_usual', { device: data?.default ?? 'auto' }), available: true }, ...known];
  return (
    <fieldset className="queue-devices">
      <legend>{t('queue.this_server')}</legend>
      {choices.map(({ value, label, available }) => (
        <label key={value} className={form.device === value ? 'pick on' : 'pick'} data-off={!available || undefined}>
          <input
            type="radio" name="queue-device" value={value} checked={form.device === value} disabled={!available}
            onChange={() => set({ device: value })} data-testid={`queue-device-${value || 'usual'}`}
          />
          {value && value !== label && <span className="mono">{value}</span>}
          <span>{label}</span>
          {!available && <span className="dim">{t('queue.not_here')}</span>}
        </label>
      ))}
      {told && <p className="told" role="alert" data-testid="queue-told-device">{told}</p>}
    </fieldset>
  );
}

interface TextProps {
  name: 'seed' | 'copies' | 'name';
  value: string;
  set: (value: string) => void;
  told: string | null;
  hint?: string;
  most?: number;
}

function Text({ name, value, set, told, hint = '', most = 16 }: TextProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="stacked">
      <label htmlFor={id}>{t(`queue.${name}`)}</label>
      <span className={told ? 'field wrong' : 'field'}>
        <input
          id={id} value={value} maxLength={most} placeholder={hint} autoComplete="off" aria-invalid={told !== null} aria-describedby={told ? `${id}-told` : undefined}
          onChange={(event) => set(event.currentTarget.value)} data-testid={`queue-${name}`}
        />
      </span>
      {told && <p className="told" role="alert" id={`${id}-told`} data-testid={`queue-told-${name}`}>{told}</p>}
    </div>
  );
}

interface SwitchProps {
  name: 'record' | 'verbose' | 'gradients' | 'deterministic';
  isOn: boolean;
  isFixed?: boolean;
  set: (isOn: boolean) => void;
}

function Switch({ name, isOn, isFixed = false, set }: SwitchProps): ReactNode {
  const { t } = useTranslation();
  return (
    <label className="queue-switch">
      <input
        type="checkbox" role="switch" className="switch" checked={isOn} disabled={isFixed}
        onChange={(event) => set(event.currentTarget.checked)} data-testid={`queue-${name}`}
      />
      <span>{name === 'deterministic' ? t('queue.deterministic') : t(`inspect.${name}`)}</span>
    </label>
  );
}

/** How long the queue is. */
function Waiting(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQueue();
  if (!data) return null;
  const before = data.running.length + data.waiting.length;
  return <span className="queue-foot dim cap">{before === 0 ? t('queue.free') : t('queue.before', { count: before })}</span>;
}
