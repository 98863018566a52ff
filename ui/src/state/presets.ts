/** The presets that the server has installed. */
import { create } from 'zustand';
import { ask } from '../api/http';
import { useConnection } from './connection';
import { isPreset, NO_SHELF, type PresetDefinition, type Shelf } from './graph/subgraph/preset';

/** A definition as GET /api/presets gives it. bundled: it came with the program. */
export interface PresetRow extends PresetDefinition {
  bundled: boolean;
}

interface Presets {
  shelf: Shelf;
  /** In the order of the server's list. */
  rows: readonly PresetRow[];
}

export const usePresets = create<Presets>(() => ({ shelf: NO_SHELF, rows: [] }));

/** Ask for them now, and whenever the server is there again; once, when the program starts. */
export function startPresets(): void {
  useConnection.subscribe((now, before) => {
    if (now.link === 'up' && before.link !== 'up') void loadPresets().catch(() => undefined); // the next connection asks again
  });
}

/** Ask for them anew. Throws ApiError. */
export async function loadPresets(): Promise<void> {
  const given = await ask<unknown[]>('GET', '/api/presets');
  take(given.filter(isPreset) as PresetRow[]);
}

export interface NewPreset {
  name: string;
  category: string;
  description: string;
  tags: string[];
}

/** Install a preset of these nodes. Throws ApiError: why the server does not take it. */
export async function createPreset(about: NewPreset, piece: { nodes: unknown[]; edges: unknown[] }): Promise<PresetRow> {
  const made = await ask<PresetRow>('POST', '/api/presets/create', { body: { ...about, ...piece } });
  take([...usePresets.getState().rows.filter((row) => row.preset_name !== made.preset_name), made]);
  return made;
}

/** Delete an installed preset; one of the program's with the same name is there again then. Throws ApiError. */
export async function deletePreset(name: string): Promise<void> {
  await ask('DELETE', `/api/presets/${encodeURIComponent(name)}`);
  await loadPresets();
}

/** What a graph carries of a definition: nothing of how it is installed. */
export function portable(row: PresetDefinition): PresetDefinition {
  const { bundled: _, name: __, ...definition } = row;
  return definition as PresetDefinition;
}

function take(rows: PresetRow[]): void {
  usePresets.setState({ rows, shelf: new Map(rows.map((row) => [row.preset_name, portable(row)])) });
}
