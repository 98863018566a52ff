/** A graph whose middle node fails, with a sentence: tests/support/own_nodes.py has its type. */
export const BREAKS = {
  name: 'breaks',
  nodes: [
    { id: 'go', type: 'Start', position: { x: 0, y: 0 } },
    { id: 'b', type: 'Breaker', position: { x: 240, y: 0 } },
    { id: 'p', type: 'Print', position: { x: 520, y: 0 } },
  ],
  edges: [
    { id: '1', source: 'go', target: 'b', sourceHandle: 'trigger', targetHandle: '__trigger', type: 'trigger' },
    { id: '2', source: 'b', target: 'p', sourceHandle: 'out', targetHandle: 'value', type: 'data' },
  ],
};
