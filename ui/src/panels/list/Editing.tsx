import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import type { Param } from '../../state/graph/catalog';
import type { GraphNode } from '../../state/graph/document';
import { setLabel } from '../../state/graph/edits';
import type { Row } from '../../state/graph/outline';
import { setValue, valueOf } from '../../state/graph/subgraph/share';
import { usePresets } from '../../state/presets';
import { useList } from '../../state/view/list';
import { useTranslation } from '../../words/words';
import { ParamField } from '../inspector/ParamField';

/** Give the focus back to the row, and let it be read again. */
function done(): void {
  useList.setState({ editing: null });
}

/** A node's name while it is changed: Enter keeps it, Escape leaves it as it was. */
export function Rename({ node }: { node: GraphNode }): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState(String(node.data?.label ?? ''));
  const isOver = useRef(false);
  const end = (isKept: boolean): void => {
    if (isOver.current) return;
    isOver.current = true;
    if (isKept) useEditor.getState().change('rename', (doc) => setLabel(doc, node.id, text));
    done();
  };
  return (
    <span className="field">
      <input
        autoFocus
        value={text}
        placeholder={node.type}
        aria-label={t('list.rename', { name: node.type })}
        data-testid="list-rename"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => end(true)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter' || event.key === 'Escape') end(event.key === 'Enter');
        }}
      />
    </span>
  );
}

/** A param's value; a field while it is changed. Enter and Escape lead back to the row, a change holds at once. */
export function Value({ row, param, isEditing }: { row: Extract<Row, { kind: 'param' }>; param: Param; isEditing: boolean }): ReactNode {
  const { t } = useTranslation();
  const root = useEditor((state) => state.root);
  const shelf = usePresets((state) => state.shelf);
  const value = valueOf(root, shelf, row.node, row.name) ?? param.default;
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isEditing) place.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [isEditing]);
  if (!isEditing) return <span className="cut value">{shown(value, param, t('list.secret'))}</span>;
  const change = (next: unknown): void => {
    const { scope, changeRoot } = useEditor.getState();
    changeRoot('param', (now, path) => setValue(now, path, shelf, scope, row.node.id, row.name, next) ?? now, `${row.node.id}.${row.name}`);
  };
  return (
    <span
      ref={place}
      className="editing"
      // while another window has the focus (a chooser of files), ours knows what had it
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget ?? document.activeElement) && !isWrong(event.currentTarget) && done()}
      onKeyDown={(event: KeyboardEvent) => {
        event.stopPropagation();
        const isArea = event.target instanceof HTMLTextAreaElement;
        if (event.key === 'Escape' || (event.key === 'Enter' && !isArea && !isWrong(event.currentTarget))) done();
      }}
    >
      <label className="unseen" htmlFor={`list-${row.node.id}-${row.name}`}>{row.name}</label>
      <ParamField id={`list-${row.node.id}-${row.name}`} param={param} value={value} change={change} />
    </span>
  );
}

/** What is no value yet is lost by Escape alone: until then it stays, with why it is none. */
function isWrong(place: Element): boolean {
  return place.querySelector('[aria-invalid="true"]') !== null;
}

function shown(value: unknown, param: Param, secret: string): string {
  if (param.param_type === 'secret') return value ? secret : '–';
  if (value === null || value === undefined || value === '') return '–';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200);
}
