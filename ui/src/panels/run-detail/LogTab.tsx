import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowBarToDown } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { RunLog } from '../../api/runLog';
import type { Titles } from '../../api/runParts';
import type { Run } from '../../api/types.gen';
import { showNode } from '../../state/run/showNode';
import { secondText } from '../../state/runs/figures';
import type { Paint } from '../../state/runs/ansi';
import type { Line } from '../../state/runs/log';
import { cutAt, isFollowing, matchesOf, shownLines, type LogFilter } from '../../state/runs/logView';
import { useReasons, worded } from '../../words/reasons';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { LogBar } from './LogBar';

const LINE = 20;

interface Props {
  log: RunLog;
  run: Run;
  titles: Titles;
}

/** What a run tells and prints, line by line, as it comes. */
export function LogTab({ log, run, titles }: Props): ReactNode {
  const { t, i18n } = useTranslation();
  const { lines, version, isLoaded, problem } = useSyncExternalStore(log.subscribe, log.snapshot);
  const [filter, setFilter] = useState<LogFilter>({ from: 'both', level: 'info', node: null });
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const [match, setMatch] = useState(0);
  const [isWrapped, setWrapped] = useState(false);
  const saying = useSaying();
  const shown = useMemo(() => shownLines(lines, filter), [lines, version, filter]);
  const matches = useMemo(
    () => (wanted === '' ? [] : matchesOf(shown.map((index) => fullText(lines[index]!, saying, titles)), wanted)),
    [lines, shown, wanted, saying, titles],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
    paddingStart: 8,
    paddingEnd: 8,
    useFlushSync: false,
  });
  const { isAtFoot, unread, onScroll, toFoot } = useFollowing(scroller, shown.length, run.active);
  const current = matches.length > 0 ? matches[Math.min(match, matches.length - 1)] : undefined;
  const turn = (step: number): void => {
    if (matches.length === 0) return;
    const next = (Math.min(match, matches.length - 1) + step + matches.length) % matches.length;
    setMatch(next);
    list.scrollToIndex(matches[next]!, { align: 'center' });
  };
  const firstError = shown.findIndex((index) => lines[index]!.level === 'error');
  return (
    <div className="log-tab">
      <LogBar
        filter={filter}
        setFilter={setFilter}
        nodes={nodesOf(lines, version)}
        titles={titles}
        typed={typed}
        type={(text) => (setTyped(text), setMatch(0))}
        found={typed === '' ? null : t('log.found', { at: matches.length === 0 ? 0 : Math.min(match, matches.length - 1) + 1, count: matches.length })}
        turn={turn}
        isWrapped={isWrapped}
        wrap={setWrapped}
        runId={run.id}
        toError={firstError < 0 ? null : () => list.scrollToIndex(firstError, { align: 'center' })}
      />
      <div
        ref={scroller}
        className={isWrapped ? 'log-lines wrapped' : 'log-lines'}
        role="log"
        aria-label={t('run.log')}
        aria-live="off"
        tabIndex={0}
        data-testid="log-lines"
        data-following={isAtFoot}
        onScroll={onScroll}
        onKeyDown={(event) => {
          if (event.key === 'n') turn(1);
          else if (event.key === 'N') turn(-1);
          else if (event.key === 'End') toFoot();
          else if (event.key === '/') document.querySelector<HTMLElement>('[data-testid="log-search"]')?.focus();
          else return;
          event.preventDefault();
        }}
      >
        <div className="log-all" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const line = lines[shown[index]!]!;
            return (
              <div
                key={index}
                ref={isWrapped ? list.measureElement : undefined}
                data-index={index}
                className="log-line"
                data-level={line.level}
                data-from={line.from}
                data-here={index === current || undefined}
                style={{ transform: `translateY(${start}px)` }}
                data-testid={`log-line-${shown[index]! + 1}`}
              >
                <span className="seq">{shown[index]! + 1}</span>
                <span className="at">{line.at === null ? '' : secondText(line.at, i18n.language)}</span>
                {line.node === null
                  ? <span className="who">{line.level === 'warning' ? t('log.warning') : ''}</span>
                  : <Who run={run.id} node={line.node} title={titles(line.node)} isError={line.level === 'error'} />}
                <span className="said"><Said text={saying(line)} paints={line.paints} wanted={wanted} /></span>
              </div>
            );
          })}
        </div>
      </div>
      {unread > 0 && !isAtFoot && (
        <button type="button" className="btn small float log-new" onClick={toFoot} data-testid="log-new">
          <IconArrowBarToDown size={14} aria-hidden />
          {t('log.new', { count: unread })}
        </button>
      )}
      <footer className="log-foot cap dim">
        <span data-testid="log-count">{t('log.lines', { count: shown.length })}</span>
        {shown.length < lines.length && <span>{t('log.hidden', { count: lines.length - shown.length })}</span>}
        {!isLoaded && !problem && <span>{t('log.loading')}</span>}
        {problem !== null && <span className="problem" role="alert">{sentenceOf(t, problem)}</span>}
      </footer>
    </div>
  );
}

interface WhoProps {
  run: string;
  node: string;
  title: string;
  isError: boolean;
}

/** The node that a line is about, and the way to it. With Tab one comes to those of errors alone: there are too many others. */
function Who({ run, node, title, isError }: WhoProps): ReactNode {
  const { t } = useTranslation();
  return (
    <button type="button" className="who" tabIndex={isError ? 0 : -1} title={t('inspect.go')} onClick={() => void showNode(run, node)} data-testid={`log-node-${node}`}>
      {title}
    </button>
  );
}

/** A text with what was found in it marked; its own colours while nothing is looked for. */
function Said({ text, paints, wanted }: { text: string; paints: readonly Paint[] | undefined; wanted: string }): ReactNode {
  if (wanted !== '') return cutAt(text, wanted).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));
  if (!paints) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to, token, isBold, isDim } of paints) {
    parts.push(text.slice(at, from));
    const style = { ...(token && { color: `var(${token})` }), ...(isBold && { fontWeight: 600 }), ...(isDim && !token && { color: 'var(--dim)' }) };
    parts.push(<span key={from} style={style}>{text.slice(from, to)}</span>);
    at = to;
  }
  return [...parts, text.slice(at)];
}

type Saying = (line: Line) => string;

/** A line in the reader's language: by the code of the reason behind it, where there is one. */
function useSaying(): Saying {
  const { t } = useTranslation();
  const sentences = useReasons((state) => state.sentences);
  return useMemo(
    () => (line) => {
      const own = (line.reason && worded(line.reason, sentences)) || line.text;
      if (line.word === null || line.word === 'warning') return own;
      return [t(`log.${line.word}`), own].filter(Boolean).join('  ');
    },
    [t, sentences],
  );
}

function fullText(line: Line, saying: Saying, titles: Titles): string {
  return line.node === null ? saying(line) : `${titles(line.node)} ${saying(line)}`;
}

/** Ids of the nodes that a log speaks of; looked through once for every growth. */
function nodesOf(lines: readonly Line[], version: number): readonly string[] {
  return useMemo(() => [...new Set(lines.map((line) => line.node))].filter((node): node is string => node !== null).slice(0, 500), [lines, version]);
}

interface Following {
  isAtFoot: boolean;
  /** Lines that came in since one scrolled away from the foot. */
  unread: number;
  onScroll: () => void;
  toFoot: () => void;
}

/** Follows at the foot; scrolling up stops that, and what comes in then is counted. An ended run is read from its top. */
function useFollowing(scroller: { current: HTMLElement | null }, count: number, isActive: boolean): Following {
  const [isAtFoot, setAtFoot] = useState(isActive);
  const [read, setRead] = useState(0);
  const before = useRef(0);
  const toFoot = (): void => {
    setAtFoot(true);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!isAtFoot || !element) return;
    element.scrollTop = element.scrollHeight;
    before.current = element.scrollTop;
  }, [isAtFoot, count, scroller]);
  useEffect(() => {
    if (isAtFoot) setRead(count);
  }, [isAtFoot, count]);
  const onScroll = (): void => {
    const element = scroller.current;
    if (!element) return;
    const follows = isFollowing(isAtFoot, before.current, element);
    before.current = element.scrollTop;
    if (follows !== isAtFoot) {
      setAtFoot(follows);
      setRead(count);
    }
  };
  return { isAtFoot, unread: isActive ? count - read : 0, onScroll, toFoot };
}
