import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { create } from 'zustand';
import { useEditor } from '../../state/editor';
import { connect } from '../../state/graph/edits';
import type { Point } from '../../state/graph/rect';
import { endsBetween, type PortRef, type TypedPort } from '../../state/graph/wires';
import { useTranslation } from '../../words/words';
import { here } from './here';
import { colourOf } from './PortShape';

interface Choice {
  /** On the screen. */
  at: Point;
  from: PortRef;
  ports: readonly { port: TypedPort; isFree: boolean }[];
}

const useChoice = create<{ choice: Choice | null }>(() => ({ choice: null }));

/** Ask which of several ports of a node is meant. */
export function choosePort(at: Point, from: PortRef, ports: Choice['ports']): void {
  useChoice.setState({ choice: { at, from, ports } });
}

const close = (): void => useChoice.setState({ choice: null });

/** A small list at the place where a wire was dropped on a node that has several ports for it. */
export function PortChooser(): ReactNode {
  const { choice } = useChoice();
  return choice && <Ports key={`${choice.at.x} ${choice.at.y}`} choice={choice} />;
}

function Ports({ choice: { at, from, ports } }: { choice: Choice }): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.focus();
    const leave = (event: PointerEvent): void => {
      if (!list.current?.contains(event.target as Node)) close();
    };
    addEventListener('pointerdown', leave, true);
    return () => removeEventListener('pointerdown', leave, true);
  }, []);
  const take = (place: number): void => {
    const port = ports[place]?.port;
    close();
    if (port) useEditor.getState().change('connect', (doc) => connect(doc, endsBetween(from, port)));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % ports.length);
    else if (event.key === 'ArrowUp') setChosen((chosen - 1 + ports.length) % ports.length);
    else if (event.key === 'Enter') take(chosen);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const box = here.element?.getBoundingClientRect();
  return (
    <div
      ref={list} className="chooser float" role="listbox" tabIndex={-1} aria-label={t('connect.choose')} aria-activedescendant={`choose-${chosen}`}
      style={{ left: at.x - (box?.x ?? 0), top: at.y - (box?.y ?? 0) }} onKeyDown={press} data-testid="port-chooser"
    >
      {ports.map(({ port, isFree }, place) => (
        <div
          key={port.port} id={`choose-${place}`} role="option" aria-selected={place === chosen} className="option" data-testid={`port-choice-${port.port}`}
          onPointerMove={() => setChosen(place)} onClick={() => take(place)}
        >
          <i className="square" style={{ background: colourOf(port.type) }} />
          <span>{port.port}</span>
          <span className="grow" />
          {!isFree && <span className="dim cap">{t('connect.taken')}</span>}
        </div>
      ))}
    </div>
  );
}
