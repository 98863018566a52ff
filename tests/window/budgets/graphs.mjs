/** Graphs of any size, made of a few real node types: columns of nodes, wires that lead to the right, some of them far. */

const TYPES = ['TensorInput', 'ScalarMultiply', 'TensorAdd', 'Concat', 'TrainingLoop', 'Softmax', 'DataLoader', 'Print'];
const WIDE = 280;
const HIGH = 330;

/** A document of so many nodes and data wires. rows: the node types of the server. */
export function bigGraph(rows, nodes, wires, name = `big-${nodes}`) {
  const known = TYPES.map((type) => rows.find((row) => row.node_name === type)).filter(Boolean);
  const kinds = known.filter((row) => row.inputs.length > 0 || row.outputs.length > 0);
  const high = Math.ceil(Math.sqrt(nodes / 1.6));
  const made = Array.from({ length: nodes }, (_, at) => {
    const row = kinds[at % kinds.length];
    return {
      id: `n${at}`,
      type: row.node_name,
      position: { x: Math.floor(at / high) * WIDE, y: (at % high) * HIGH },
      data: { params: {}, label: at % 7 === 0 ? `Step ${at}` : undefined },
      row,
    };
  });
  const edges = [];
  const fed = new Set();
  const random = numbers(7);
  for (let tries = 0; edges.length < wires && tries < wires * 40; tries += 1) {
    const to = made[random(nodes)];
    if (to.row.inputs.length === 0) continue;
    // most come from one of the columns before, one in eleven from anywhere
    const back = tries % 11 === 0 ? nodes : 5 * high;
    const from = made[(made.indexOf(to) + nodes - random(back)) % nodes];
    if (from.row.outputs.length === 0 || from.position.x >= to.position.x) continue;
    const port = to.row.inputs[random(to.row.inputs.length)].name;
    if (fed.has(`${to.id}.${port}`)) continue;
    fed.add(`${to.id}.${port}`);
    edges.push({ id: `e${edges.length}`, source: from.id, target: to.id, sourceHandle: from.row.outputs[0].name, targetHandle: port, type: 'data' });
  }
  const frames = [{ id: 'f1', title: 'First third', colour: 'purple', x: -40, y: -60, width: 10 * WIDE, height: 8 * HIGH }];
  return { name, nodes: made.map(({ row, ...node }) => (void row, node)), edges, settings: {}, ui: { frames } };
}

/** Whole numbers below a bound, the same ones every time. */
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Put a graph on the server; its file. */
export async function saveGraph(page, graph) {
  return page.evaluate(async (document) => {
    const { token } = await (await fetch('/api/auth/bootstrap')).json();
    const headers = { 'X-CodefyUI-Token': token, 'Content-Type': 'application/json' };
    const answer = await (await fetch('/api/graph/save', { method: 'POST', headers, body: JSON.stringify({ ...document, overwrite: true }) })).json();
    if (!answer.file) throw new Error(JSON.stringify(answer));
    return answer.file;
  }, graph);
}

/** The node types that the server has. */
export function nodeRows(page) {
  return page.evaluate(async () => (await fetch('/api/nodes')).json());
}
