/** What holds for every change, whoever makes it: no card lies in itself, and a graph carries the presets it uses. */
import type { GraphDocument } from '../document';
import { SUBGRAPH } from './definition';
import { definitionOf, isCard, levelOf } from './ends';
import { cardAt, levelAt, type Path } from './level';
import { findPreset, presetOf, putPreset, type Shelf } from './preset';

/** Why a change cannot be: a word for the person who made it. */
export type Forbidden = 'itself' | 'not_in_preset';

/**
 * The document that a change of the level on show makes of another, with the presets of new cards in it; or what
 * forbids it. A graph that was loaded with a card in itself can still be changed elsewhere.
 */
export function guarded(before: GraphDocument, after: GraphDocument, path: Path, shelf: Shelf): GraphDocument | Forbidden {
  const level = levelAt(after, path, shelf);
  if (!level || level === levelAt(before, path, shelf)) return after;
  const known = cardTypes(levelAt(before, path, shelf));
  const added = [...cardTypes(level)].filter((type) => !known.has(type));
  const around = cardAt(after, path, shelf)?.type;
  if (around !== undefined) {
    if (presetOf({ type: around }) !== null && added.some((type) => type.startsWith(SUBGRAPH))) return 'not_in_preset';
    if (added.some((type) => holds(after, type, around, shelf))) return 'itself';
  }
  return added.reduce((doc, type) => carrying(doc, type, shelf), after);
}

/** Whether a card of one type is, or holds somewhere in it, a card of another. */
export function holds(root: GraphDocument, type: string, wanted: string, shelf: Shelf): boolean {
  const seen = new Set<string>();
  const todo = [type];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (at === wanted) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    const definition = definitionOf(root, at, shelf);
    if (definition) todo.push(...cardTypes(levelOf(definition)));
  }
  return false;
}

/** The document with the preset that a type names, and those in it: it means the same on every machine then. */
function carrying(root: GraphDocument, type: string, shelf: Shelf): GraphDocument {
  const name = presetOf({ type });
  const preset = name === null ? undefined : findPreset(root, shelf, name);
  if (!preset) return root;
  const own: unknown[] = Array.isArray(root['presets']) ? root['presets'] : [];
  const withIt = own.includes(preset) ? root : putPreset(root, preset);
  const inner = [...cardTypes(levelOf(preset))].filter((one) => !own.includes(findPreset(withIt, shelf, presetOf({ type: one }) ?? '')));
  return inner.reduce((doc, one) => (one === type ? doc : carrying(doc, one, shelf)), withIt);
}

function cardTypes(level: GraphDocument | null): Set<string> {
  return new Set((level?.nodes ?? []).filter(isCard).map((node) => node.type));
}
