import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from '../../parts/Dialog';
import { useEditor } from '../../state/editor';
import { connect, objection, type Ends } from '../../state/graph/edits';
import { partners, type End, type PortRow } from '../../state/graph/outline';
import { useList } from '../../state/view/list';
import { useTranslation } from '../../words/words';
import { colourOf, PortShape } from '../canvas/PortShape';
import { titleOf, type ListRows } from './rows';

/** So many are listed; typing narrows them. */
const SHOWN = 100;

/** The other end of a wire, chosen among all ports that fit. */
export function ConnectDialog({ row, list }: { row: PortRow; list: ListRows }): ReactNode {
  const { t } = useTranslation();
  const { doc, catalog, ports } = list;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const nodes = useMemo(() => new Map(doc.nodes.map((node) => [node.id, node])), [doc]);
  const all = useMemo(
    () => partners(doc, row.kind, { node: row.node.id, port: row.port, type: row.type }, ports).map((end) => ({ ...end, title: titleOf(nodes.get(end.node)!) })),
    [doc, row, ports, nodes],
  );
  const wanted = typed.trim().toLowerCase();
  const found = wanted ? all.filter((end) => `${end.title} ${end.port} ${end.node} ${end.type}`.toLowerCase().includes(wanted)) : all;
  const shown = found.slice(0, SHOWN);
  const port = row.type === 'TRIGGER' ? t('list.start') : row.port;

  const close = (): void => useList.setState({ connecting: null });
  const pick = (end: End): void => {
    const ends = endsOf(row, end);
    if (objection(doc, catalog, ends) === null) {
      useEditor.getState().change('connect', (now) => connect(now, ends));
      useList.setState({ said: t('list.connected', { from: `${titleOf(row.node)} · ${port}`, to: `${titleOf(nodes.get(end.node)!)} · ${end.port}` }) });
    }
    close();
  };
  const press = (event: KeyboardEvent): void => {
    const end = shown[chosen];
    if (event.key === 'ArrowDown') setChosen(Math.min(shown.length - 1, chosen + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
    else if (event.key === 'Enter' && end) pick(end);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={t(row.kind === 'in' ? 'list.connect_in' : 'list.connect_out', { name: titleOf(row.node), port })} onClose={close} testId="connect-dialog">
      <span className="field">
        <input
          autoFocus
          value={typed}
          role="combobox"
          aria-expanded
          aria-controls="connect-list"
          aria-activedescendant={shown[chosen] && `connect-${chosen}`}
          aria-label={t('list.search')}
          placeholder={t('list.search')}
          data-testid="connect-search"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </span>
      <div className="ends" id="connect-list" role="listbox" aria-label={t('list.ends')}>
        {shown.map((end, at) => (
          <div
            key={`${end.node} ${end.port}`}
            id={`connect-${at}`}
            role="option"
            aria-selected={at === chosen}
            className="end"
            ref={at === chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            data-testid={`connect-${end.node}-${end.port}`}
            onPointerMove={() => setChosen(at)}
            onClick={() => pick(end)}
          >
            <span style={{ color: colourOf(end.type) }} className="sign"><PortShape type={end.type} isFilled={false} /></span>
            <b className="cut">{end.title}</b>
            <span className="cut">{end.type === 'TRIGGER' ? t('list.start') : end.port}</span>
            <span className="grow" />
            <span className="dim cap">{end.type}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="dim" role="status" data-testid="connect-none">{all.length === 0 ? t('list.no_end', { type: row.type }) : t('palette.none', { typed })}</p>}
      {found.length > SHOWN && <p className="dim cap">{t('list.narrow', { count: found.length - SHOWN })}</p>}
    </Dialog>
  );
}

function endsOf(row: PortRow, end: End): Ends {
  const [here, there] = [{ node: row.node.id, port: row.port }, { node: end.node, port: end.port }];
  const [from, to] = row.kind === 'out' ? [here, there] : [there, here];
  return { source: from.node, sourceHandle: from.port, target: to.node, targetHandle: to.port };
}
