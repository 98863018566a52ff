import { useEffect, useState, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import { useEditor } from '../../state/editor';
import { endsOf, isSubgraph, typeOf, type Definition, type Side } from '../../state/graph/subgraph/ends';
import { renamePort } from '../../state/graph/subgraph/ports';
import { useTranslation } from '../../words/words';
import { colourOf, PortShape } from '../canvas/PortShape';

const SIDES = [['inputs', 'in'], ['outputs', 'out']] as const;

/** The ports of a card. Those of a subgraph can be given other names; the wires on them stay. */
export function CardPorts({ definition }: { definition: Definition }): ReactNode {
  const { t } = useTranslation();
  const row = useCatalog().byName.get(typeOf(definition));
  return SIDES.map(([side, kind]) => {
    const ends = endsOf(definition, side);
    const title = t(side === 'inputs' ? 'inspect.inputs' : 'inspect.outputs');
    return (
      <div key={side}>
        <h3 className="sub">{title}</h3>
        {ends.length === 0 && <p className="nothing dim">{t('subgraph.no_ports')}</p>}
        {ends.map(({ port, node, inner }) => {
          const type = row?.[side].find((one) => one.name === port)?.data_type ?? 'ANY';
          return (
            <div className="port-line" key={port} title={`${node} · ${inner}`}>
              <span className="port-mark" style={{ color: colourOf(type) }}><PortShape type={type} isFilled={kind === 'in'} /></span>
              {isSubgraph(definition)
                ? <PortName type={typeOf(definition)} side={side} port={port} label={title} />
                : <span className="strong cut">{port}</span>}
              <span className="grow" />
              <span className="dim cap">{type}</span>
            </div>
          );
        })}
      </div>
    );
  });
}

interface NameProps {
  type: string;
  side: Side;
  port: string;
  label: string;
}

/** Takes the name when it is left or Enter is pressed; one that another port has is not taken. */
function PortName({ type, side, port, label }: NameProps): ReactNode {
  const [typed, setTyped] = useState(port);
  useEffect(() => setTyped(port), [port]);
  const root = useEditor((state) => state.root);
  const isFree = typed.trim() === port || renamePort(root, type, side, port, typed) !== root;
  const done = (): void => {
    if (isFree && typed.trim() !== port) useEditor.getState().changeRoot('port', (now) => renamePort(now, type, side, port, typed));
    else setTyped(port);
  };
  return (
    <span className={isFree ? 'field port-name' : 'field port-name wrong'}>
      <input
        value={typed} aria-label={`${label}: ${port}`} aria-invalid={!isFree} spellCheck={false} autoComplete="off" maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)} onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done();
          else if (event.key === 'Escape') setTyped(port);
          else return;
          // the field may be gone by now: the key is not the canvas's
          event.preventDefault();
        }}
        data-testid={`card-port-${side === 'inputs' ? 'in' : 'out'}-${port}`}
      />
    </span>
  );
}
