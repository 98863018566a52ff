import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { isEnabled, useCommands, type Command } from '../../state/commands/commands';
import type { Point } from '../../state/graph/rect';
import { MenuList } from '../shell/MenuList';

const EDGE = 8;

interface Props {
  /** On the screen. */
  at: Point;
  label: string;
  /** Ids of commands; those that cannot be done are left out. */
  groups: readonly (readonly string[])[];
  isByKey: boolean;
  close: () => void;
  testId: string;
}

/** A menu at a place of the screen, kept within it. The focus goes back before a command runs, so that it finds what it is about. */
export function Popup({ at, label, groups, isByKey, close, testId }: Props): ReactNode {
  const commands = useCommands((state) => state.commands);
  const place = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  // as it was when the menu opened: what stands in it does not change under the pointer
  const filled = useMemo(
    () => groups
      .map((group) => group.map((id) => commands.get(id)).filter((one): one is Command => one !== undefined && isEnabled(one)))
      .filter((group) => group.length > 0),
    [groups, commands],
  );
  useLayoutEffect(() => {
    const box = place.current!.firstElementChild!.getBoundingClientRect();
    const [right, below] = [Math.max(0, box.right + EDGE - innerWidth), Math.max(0, box.bottom + EDGE - innerHeight)];
    place.current!.style.translate = `${-right}px ${-below}px`;
  }, [at]);
  useEffect(() => {
    const leave = (event: Event): void => {
      if (!place.current?.contains(event.target as Node)) close();
    };
    addEventListener('pointerdown', leave, true);
    addEventListener('wheel', leave, true);
    return () => {
      removeEventListener('pointerdown', leave, true);
      removeEventListener('wheel', leave, true);
    };
  }, [close]);

  const leave = (): void => {
    close();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    else (document.activeElement as HTMLElement | null)?.blur();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  // over everything: what scales and moves with the canvas would take it along
  return createPortal(
    <div ref={place} className="canvas-popup nodrag nopan" style={{ left: at.x, top: at.y }} data-testid={testId}>
      <MenuList
        label={label} groups={filled} isByKey={isByKey} onKey={press}
        run={(command) => {
          leave();
          command.run();
        }}
      />
    </div>,
    document.body,
  );
}
