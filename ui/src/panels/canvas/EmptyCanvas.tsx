import { useState, type ReactNode } from 'react';
import { ask } from '../../api/http';
import { useExamples } from '../../api/queries';
import type { Example } from '../../api/types.gen';
import { readDocument, type GraphDocument } from '../../state/graph/document';
import { openDocument } from '../../state/saving/saver';
import { language } from '../../words/language';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';

/** What an empty canvas offers: a sentence, and templates to start from. */
export function EmptyCanvas(): ReactNode {
  const { t } = useTranslation();
  const examples = useExamples().data ?? [];
  const [problem, setProblem] = useState<string | null>(null);

  const start = async (example: Example): Promise<void> => {
    try {
      const given = await ask<GraphDocument>('GET', '/api/examples/load', { query: { path: example.path } });
      const doc = readDocument(given);
      if (doc) await openDocument(doc);
    } catch (error) {
      setProblem(sentenceOf(t, error));
    }
  };

  return (
    <section className="empty" data-testid="canvas-empty">
      <h1>{t('canvas.empty_title')}</h1>
      <p className="dim">{t('canvas.empty_text')}</p>
      {problem && <p role="alert" className="problem">{problem}</p>}
      <h2 className="unseen">{t('canvas.template')}</h2>
      <div className="templates">
        {examples.map((example) => (
          <button key={example.path} type="button" className="template" onClick={() => void start(example)} data-testid={`template-${example.path}`}>
            <b>{example.name}</b>
            <span className="dim cap">{descriptionOf(example)}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

function descriptionOf(example: Example): string {
  const more = example as Example & { description_zh_TW?: string };
  return (language() === 'zh-TW' ? more.description_zh_TW : undefined) ?? example.description;
}
