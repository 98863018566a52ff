import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconExclamationCircle } from '@tabler/icons-react';
import { useReactFlow } from '@xyflow/react';
import { useState, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { useProblems, type Problem } from '../../state/problems/problems';
import { useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import './bottom.css';

/** What is wrong with the graph: one line while closed, a list when open. */
export function BottomPanel(): ReactNode {
  const { t } = useTranslation();
  const list = useProblems((state) => state.list);
  const [isOpen, setOpen] = useState(false);
  const errors = list.filter((problem) => problem.level === 'error').length;
  const warnings = list.length - errors;
  const Chevron = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <section className={isOpen ? 'problem-panel open' : 'problem-panel'} aria-label={t('problems.title')}>
      <button type="button" className="line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} data-testid="problems" data-count={list.length}>
        <span>{t('problems.title')}</span>
        {errors > 0 && <span className="number fail">{errors}</span>}
        {warnings > 0 && <span className="number warn">{warnings}</span>}
        <span className="grow" />
        <Chevron size={14} aria-hidden />
      </button>
      {isOpen && (
        <div className="problems">
          {list.length === 0 && <p className="dim none">{t('problems.none')}</p>}
          {list.map((problem, at) => <Row key={`${problem.code}.${problem.node}.${problem.port}.${at}`} problem={problem} at={at} />)}
        </div>
      )}
    </section>
  );
}

function Row({ problem, at }: { problem: Problem; at: number }): ReactNode {
  const say = useSentence();
  const flow = useReactFlow();
  const show = (): void => {
    const id = problem.node?.split(/\/|__/)[0];
    const { doc, select } = useEditor.getState();
    const node = doc.nodes.find((one) => one.id === problem.node) ?? doc.nodes.find((one) => one.id === id);
    if (!node) return;
    select([node.id]);
    void flow.fitView({ nodes: [{ id: node.id }], maxZoom: 1, duration: 120 });
  };
  return (
    <button type="button" className="problem" onClick={show} data-testid={`problem-${at}`} data-error-code={problem.code}>
      {problem.level === 'error'
        ? <IconExclamationCircle className="fail" size={16} aria-hidden />
        : <IconAlertTriangle className="warn" size={16} aria-hidden />}
      <span className="cut">{say(problem)}</span>
      <span className="where dim">{[problem.node, problem.port].filter(Boolean).join(' · ')}</span>
    </button>
  );
}
