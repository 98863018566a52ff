import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode, type Ref } from 'react';
import { ask } from '../../api/http';
import { useExamples } from '../../api/queries';
import type { Example } from '../../api/types.gen';
import { NOTE, readDocument, type GraphDocument } from '../../state/graph/document';
import { openDocument } from '../../state/saving/saver';
import { setSetting } from '../../state/settings/settings';
import { useTranslation } from '../../words/words';
import { MiniGraph } from './MiniGraph';

/** What most people start from, in this order; the others follow without a picture. */
const FIRST = ['digits-cnn.json', 'iris-mlp.json', 'lstm-sequence.json', 'resume.json'];

interface Props {
  first: Ref<HTMLButtonElement>;
  failed: (error: unknown) => void;
}

/** The templates: a press makes a graph of one's own of it. */
export function Templates({ first, failed }: Props): ReactNode {
  const { t } = useTranslation();
  const examples = useExamples().data;
  const { shown, others } = useMemo(() => {
    const all = examples ?? [];
    const known = FIRST.flatMap((path) => all.find((one) => one.path === path) ?? []);
    return { shown: known, others: all.filter((one) => !known.includes(one)) };
  }, [examples]);
  return (
    <>
      <h2 className="unseen">{t('canvas.template')}</h2>
      <div className="templates">
        {shown.map((example, at) => <Template key={example.path} example={example} failed={failed} {...(at === 0 && { place: first })} />)}
      </div>
      {others.length > 0 && (
        <>
          <h2 className="more-templates dim">{t('onboarding.more')}</h2>
          <div className="templates plain">
            {others.map((example) => (
              <button key={example.path} type="button" className="template" onClick={() => void start(example, failed)} data-testid={`template-${example.path}`} title={example.description}>
                <b className="cut">{example.name}</b>
              </button>
            ))}
          </div>
        </>
      )}
    </>
  );
}

function Template({ example, failed, place }: { example: Example; failed: (error: unknown) => void; place?: Ref<HTMLButtonElement> }): ReactNode {
  const { t } = useTranslation();
  const doc = useQuery({ queryKey: ['example', example.path], queryFn: () => load(example), staleTime: Infinity, retry: false }).data;
  const count = doc?.nodes.filter((node) => node.type !== NOTE).length;
  return (
    <button ref={place} type="button" className="template" onClick={() => void start(example, failed)} data-testid={`template-${example.path}`}>
      <MiniGraph doc={doc ?? undefined} />
      <span className="template-text">
        <b>{example.name}</b>
        <span className="dim">{example.description}</span>
        <span className="dim cap">{count === undefined ? '' : t('onboarding.nodes', { count })}</span>
      </span>
    </button>
  );
}

async function load(example: Example): Promise<GraphDocument | null> {
  return readDocument(await ask<unknown>('GET', '/api/examples/load', { query: { path: example.path } }));
}

async function start(example: Example, failed: (error: unknown) => void): Promise<void> {
  try {
    const doc = await load(example);
    if (!doc) return;
    setSetting('welcomed', true);
    await openDocument({ ...doc, name: example.name, description: example.description });
  } catch (error) {
    failed(error);
  }
}
