/**
 * The graphs that are open. What there is one of for each of them (document and history, saving, run) is a piece: the
 * piece of the tab in front is in use, those of the others are kept here until they come to the front again.
 */
import { create } from 'zustand';
import { newId } from '../ids';
import type { Source } from '../route';
import * as list from './list';

export type { Tab } from './list';

export interface Piece<T> {
  /** What is in use now, to be kept for the tab that goes to the back. */
  take: (tab: string) => T;
  /** What comes into use with the tab that comes to the front; undefined for a tab that is new. */
  give: (tab: string, kept: T | undefined) => void;
  /** The tab is closed. */
  drop?: (tab: string, kept: T | undefined) => void;
}

interface Kept<T> {
  of: (tab: string) => T | undefined;
  put: (tab: string, value: T) => void;
}

const first = newId();
const pieces: { piece: Piece<unknown>; kept: Map<string, unknown> }[] = [];

export const useTabs = create<list.TabList>(() => ({ tabs: [list.newTab(first)], active: first }));

/** Have one of something for each tab. Pieces are taken and given in the order in which they were made known. */
export function perTab<T>(piece: Piece<T>): Kept<T> {
  const kept = new Map<string, T>();
  pieces.push({ piece: piece as Piece<unknown>, kept });
  return { of: (tab) => kept.get(tab), put: (tab, value) => void kept.set(tab, value) };
}

/** Id of the tab in front. */
export function front(): string {
  return useTabs.getState().active;
}

export function isFront(tab: string): boolean {
  return front() === tab;
}

/** One more tab, behind the one in front; its id. */
export function addTab(file: string | null = null, name = '', id = newId(), source: Source | null = null): string {
  useTabs.setState(list.added(useTabs.getState(), list.newTab(id, file, name, source)));
  return id;
}

/** Bring a tab to the front. */
export function swapTo(tab: string): void {
  const { tabs, active } = useTabs.getState();
  if (tab === active || !tabs.some((one) => one.id === tab)) return;
  for (const { piece, kept } of pieces) kept.set(active, piece.take(active));
  useTabs.setState({ active: tab });
  give(tab);
}

/** Take a tab out; where it was in front, another comes to the front. The last one gives way to an empty one. */
export function dropTab(tab: string): void {
  const isInFront = isFront(tab);
  if (isInFront && useTabs.getState().tabs.length === 1) addTab();
  if (isInFront) swapTo(list.closed(useTabs.getState(), tab).active);
  useTabs.setState(list.closed(useTabs.getState(), tab));
  for (const { piece, kept } of pieces) {
    piece.drop?.(tab, kept.get(tab));
    kept.delete(tab);
  }
}

export function moveTab(tab: string, to: number): void {
  useTabs.setState(list.moved(useTabs.getState(), tab, to));
}

/** Something else is known about a tab. */
export function tellTab(tab: string, facts: Partial<Omit<list.Tab, 'id'>>): void {
  useTabs.setState(list.told(useTabs.getState(), tab, facts));
}

export function tabOf(file: string): list.Tab | undefined {
  return useTabs.getState().tabs.find((one) => one.file === file);
}

/** Have the tabs of an earlier visit beside the one that is there, which stays in front. Their graphs are not loaded. */
export function addTabs(kept: list.TabList): void {
  useTabs.setState(({ tabs, active }) => ({ tabs: [...kept.tabs, ...tabs], active }));
}

function give(tab: string): void {
  for (const { piece, kept } of pieces) {
    piece.give(tab, kept.get(tab));
    kept.delete(tab);
  }
}
