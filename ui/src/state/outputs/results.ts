/** What came of a run, in short: what its last nodes gave, what nodes said, the last of every metric. Pure. */
import type { GraphDocument } from '../graph/document';
import { NOTE, START } from '../graph/document';
import type { RunPicture, Summary } from '../run/reduce';

export interface Result {
  /** As the run calls it. */
  node: string;
  title: string;
  /** What it said, line by line; a picture as an address; else ports and metrics by name. */
  text: string;
  image: string | null;
  values: readonly ResultValue[];
}

export interface ResultValue {
  name: string;
  isMetric: boolean;
  value: number | null | undefined;
  /** Where it is no number: a shape, a class, a text. */
  summary: Summary | null;
}

const PRINT = 'Print';

/** In the order of the document. doc: as it was when the run began. */
export function resultsOf(doc: GraphDocument, picture: RunPicture): Result[] {
  const feeding = new Set(doc.edges.filter((edge) => edge.type !== 'trigger').map((edge) => edge.source));
  const metrics = new Map<string, ResultValue[]>();
  for (const one of Object.values(picture.series)) {
    const list = metrics.get(one.node) ?? [];
    list.push({ name: one.name, isMetric: true, value: one.last, summary: null });
    metrics.set(one.node, list);
  }
  const found: Result[] = [];
  for (const node of doc.nodes) {
    const state = picture.nodes[node.id];
    if (!state || node.type === NOTE || node.type === START) continue;
    const isLast = !feeding.has(node.id);
    const given = isLast ? Object.entries(state.summaries ?? {}).map(([name, summary]) => ({ name, isMetric: false, value: numberOf(summary), summary })) : [];
    const values = [...given, ...(metrics.get(node.id) ?? [])];
    const image = state.image ?? null;
    // what a node in between says is in the log; a Print speaks wherever it stands
    const text = isLast || node.type === PRINT ? (state.text ?? '') : '';
    if (values.length === 0 && text === '' && image === null) continue;
    found.push({ node: node.id, title: String(node.data?.label || node.type), text, image, values: image === null ? values : values.filter((one) => one.isMetric) });
  }
  return found;
}

function numberOf(summary: Summary): number | undefined {
  // a tensor without axes is a number, too
  const value = summary.type === 'scalar' ? summary['value'] : summary.shape?.length === 0 ? summary['values'] : null;
  return typeof value === 'number' ? value : undefined;
}
