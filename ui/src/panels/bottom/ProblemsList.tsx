import { useVirtualizer } from '@tanstack/react-virtual';
import { IconAlertTriangle, IconExclamationCircle } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { Remedy } from '../../parts/Remedy';
import { useProblems, type Problem } from '../../state/problems/problems';
import { useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { useGoToNode } from '../canvas/useGoToNode';

const ROW = 32;

/** What is wrong with the graph; a press on a line shows where. */
export function ProblemsList(): ReactNode {
  const { t } = useTranslation();
  const list = useProblems((state) => state.list);
  const isKnown = useProblems((state) => state.judged !== null);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count: list.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 10, paddingStart: 4, useFlushSync: false });
  return (
    <div ref={scroller} className="problems">
      {list.length === 0 && <p className="dim none">{t(isKnown ? 'problems.none' : 'problems.unknown')}</p>}
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start }) => <Row key={index} problem={list[index]!} at={index} top={start} />)}
      </div>
    </div>
  );
}

function Row({ problem, at, top }: { problem: Problem; at: number; top: number }): ReactNode {
  const say = useSentence();
  const go = useGoToNode();
  return (
    <div className="problem-row" style={{ transform: `translateY(${top}px)` }}>
      <button type="button" className="problem" title={say(problem)} onClick={() => problem.place && go(problem.place)} data-testid={`problem-${at}`} data-error-code={problem.code}>
        {problem.level === 'error'
          ? <IconExclamationCircle className="fail" size={16} aria-hidden />
          : <IconAlertTriangle className="warn" size={16} aria-hidden />}
        <span className="cut">{say(problem)}</span>
        <span className="where dim">{[problem.node, problem.port].filter(Boolean).join(' · ')}</span>
      </button>
      <Remedy problem={problem} />
    </div>
  );
}
