/** Which runs are compared, and how they are told apart: by colour, dash and place, the same in every view. */
import { create } from 'zustand';

export const MOST_COMPARED = 20;
export const VIEWS = ['curves', 'params', 'parallel', 'table'] as const;
export type CompareView = (typeof VIEWS)[number];

/** Tokens of lines, in turn: those of port types, which are made to be told apart. */
const COLOURS = ['--tensor', '--optimizer', '--model', '--dataset', '--loss_fn', '--dataloader', '--list', '--image'];
/** Pixels on and off. */
const DASHES: readonly (readonly number[])[] = [[], [5, 3], [2, 3], [8, 3, 2, 3]];

interface Compare {
  /** In the order of their places. */
  ids: readonly string[];
  isOpen: boolean;
  view: CompareView;
  /** The run under the pointer, wherever it is shown. */
  hovered: string | null;
  open: (ids: readonly string[]) => void;
  close: () => void;
  look: (view: CompareView) => void;
  hover: (id: string | null) => void;
}

export const useCompare = create<Compare>((set) => ({
  ids: [],
  isOpen: false,
  view: 'curves',
  hovered: null,
  open: (ids) => set((before) => ({ ids: placed(before.isOpen ? before.ids : [], ids), isOpen: true, hovered: null })),
  close: () => set({ isOpen: false, hovered: null }),
  look: (view) => set({ view }),
  hover: (hovered) => set({ hovered }),
}));

/** The wanted runs: those that have a place keep their order, new ones come behind them. */
export function placed(before: readonly string[], wanted: readonly string[]): readonly string[] {
  const stay = before.filter((id) => wanted.includes(id));
  return [...stay, ...wanted.filter((id) => !stay.includes(id))].slice(0, MOST_COMPARED);
}

/** The colour of a run as CSS; undefined for one that is not compared. */
export function colourOf(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id);
  return at < 0 ? undefined : `var(${tokenAt(at)})`;
}

export function tokenAt(place: number): string {
  return COLOURS[place % COLOURS.length]!;
}

/** A dash of its own for every run of the same colour, and another one for neighbours. */
export function dashAt(place: number): readonly number[] {
  return DASHES[(place + Math.floor(place / COLOURS.length)) % DASHES.length]!;
}
