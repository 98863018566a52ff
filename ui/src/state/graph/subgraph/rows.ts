/** Cards in the catalog: a row for each definition, with its ports and params, so that a card is a node like others. */
import { NO_CATALOG, type Catalog, type Field, type NodeRow, type Param, type Port } from '../catalog';
import type { GraphDocument } from '../document';
import { definitionsOf, endsOf, isCard, isSubgraph, levelOf, typeOf, type Definition, type Side } from './ends';
import type { Shelf } from './preset';
import { fieldsOf, MOST_DEPTH, valueOf } from './share';

/** The category of a card's row; words have a name for each. */
export const CARD_CATEGORY = { subgraph: 'Subgraph', preset: 'Preset' } as const;

interface Made {
  catalog: Catalog;
  subgraphs: unknown;
  presets: unknown;
  shelf: Shelf;
  result: Catalog;
}

let made: Made | null = null;

/** The catalog with the cards of a document; the same object while nothing of it has changed. */
export function withCards(catalog: Catalog, root: GraphDocument, shelf: Shelf): Catalog {
  const { subgraphs, presets } = root;
  if (made?.catalog === catalog && made.subgraphs === subgraphs && made.presets === presets && made.shelf === shelf) return made.result;
  const rows = new Rows(catalog, root, shelf);
  const byName = rows.all();
  const result = { ...catalog, byName, rows: [...catalog.rows, ...rows.cards()], fields: rows.fields };
  made = { catalog, subgraphs, presets, shelf, result };
  return result;
}

/** What a person knows a row by: a node by its type, a card by the name of what it holds. */
export function nameOf(row: NodeRow): string {
  return isCard({ type: row.node_name }) ? row.name_zh_TW : row.node_name;
}

/** The catalog as it was asked for last: for what is done by name, outside of the panels. */
export function latestCatalog(): Catalog {
  return made?.result ?? NO_CATALOG;
}

class Rows {
  readonly fields = new Map<string, readonly Field[]>();
  private readonly definitions: Map<string, Definition>;
  private readonly done = new Map<string, NodeRow>();
  private readonly open = new Set<string>();

  constructor(private readonly catalog: Catalog, private readonly root: GraphDocument, private readonly shelf: Shelf) {
    this.definitions = new Map([...shelf.values(), ...definitionsOf(root).reverse()].map((one) => [typeOf(one), one]));
  }

  all(): Map<string, NodeRow> {
    const found = new Map(this.catalog.byName);
    for (const type of this.definitions.keys()) {
      const row = this.find(type);
      if (row) found.set(type, row);
    }
    return found;
  }

  /** What can be put on the canvas beside nodes, by name. */
  cards(): NodeRow[] {
    return [...this.done.values()].sort((one, other) => one.name_zh_TW.localeCompare(other.name_zh_TW));
  }

  /** The row of a type; undefined for an unknown one, and for a card that lies within itself. */
  private find(type: string): NodeRow | undefined {
    const known = this.catalog.byName.get(type) ?? this.done.get(type);
    const definition = this.definitions.get(type);
    if (known || !definition || this.open.has(type) || this.open.size > MOST_DEPTH) return known;
    this.open.add(type);
    const row = this.make(type, definition);
    this.open.delete(type);
    this.done.set(type, row);
    return row;
  }

  private make(type: string, definition: Definition): NodeRow {
    const inside = new Map(levelOf(definition).nodes.map((node) => [node.id, node]));
    const ports = (side: Side): Port[] =>
      endsOf(definition, side).map(({ port, node, inner }) => {
        const row = this.find(inside.get(node)?.type ?? '');
        const meant = row?.[side].find((one) => one.name === inner);
        return { name: port, data_type: meant?.data_type ?? 'ANY', optional: meant?.optional ?? false, description: meant?.description ?? '', media: null };
      });
    const fields = fieldsOf(this.root, this.shelf, type);
    this.fields.set(type, fields);
    const params = fields.flatMap(({ name, node, param }): Param[] => {
      const owner = inside.get(node);
      const meant = this.find(owner?.type ?? '')?.params.find((one) => one.name === param);
      if (!owner || !meant) return [];
      const value = valueOf(this.root, this.shelf, owner, param);
      // what the definition says is what a card has when it has nothing of its own
      return [{ ...meant, name, default: (value ?? meant.default) as Param['default'], visible_when: {}, advanced: false }];
    });
    const name = isSubgraph(definition) ? definition.name || definition.id : definition.preset_name;
    return {
      node_name: type, name_zh_TW: name, category: isSubgraph(definition) ? CARD_CATEGORY.subgraph : CARD_CATEGORY.preset,
      description: String(definition.description ?? ''), inputs: ports('inputs'), outputs: ports('outputs'), params,
      requires_extra: null, cacheable: false, align_inputs: false, structural_params: [], dynamic_ports: false, provider: '',
    };
  }
}
