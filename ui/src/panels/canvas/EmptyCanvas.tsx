import { IconFolderOpen, IconPlus } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { shown } from '../../state/commands/chord';
import { keysOf, perform, useCommands } from '../../state/commands/commands';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { Checklist } from '../onboarding/Checklist';
import { FirstQuestions } from '../onboarding/FirstQuestions';
import { Templates } from '../onboarding/Templates';

/** What an empty canvas offers: a sentence, three ways to begin, templates, and on the first start a few questions. */
export function EmptyCanvas(): ReactNode {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const add = useCommands((state) => state.commands.get('edit.add'));
  const chord = add && keysOf(add)[0];
  return (
    <div className="empty" data-testid="canvas-empty">
      <div className="empty-middle">
        <h1>{t('canvas.empty_title')}</h1>
        <p className="dim">{t('canvas.empty_text')}</p>
        <div className="row empty-ways">
          <button type="button" className="btn large primary" onClick={() => first.current?.focus()} data-testid="empty-template">{t('canvas.template')}</button>
          <button type="button" className="btn large" onClick={() => perform('edit.add')} data-testid="empty-add">
            <IconPlus size={14} aria-hidden />
            {t('onboarding.add')}
            {chord && <kbd className="key">{shown(chord)}</kbd>}
          </button>
          <button type="button" className="btn large" onClick={() => perform('file.import')} data-testid="empty-open">
            <IconFolderOpen size={14} aria-hidden />
            {t('canvas.open')}
          </button>
        </div>
        {problem && <p role="alert" className="problem">{problem}</p>}
        <FirstQuestions />
        <Templates first={first} failed={(error) => setProblem(sentenceOf(t, error))} />
        <p className="dim cap empty-foot">{t('onboarding.drop')}</p>
      </div>
      <Checklist shape="card" />
    </div>
  );
}
