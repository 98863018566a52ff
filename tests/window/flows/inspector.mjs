/** What the flows of the Inspector share: a graph that gives something, and how its parts are reached. */

export const GIVES = {
  name: 'gives',
  nodes: [
    { id: 'go', type: 'Start', position: { x: 0, y: 0 } },
    { id: 'g', type: 'Giver', position: { x: 240, y: 0 }, data: { params: {} } },
    { id: 'p', type: 'Print', position: { x: 560, y: 0 }, data: { params: {} } },
    { id: 'f', type: 'Flatten', position: { x: 560, y: 320 }, data: { params: {} } },
    { id: 'r', type: 'Activation', position: { x: 820, y: 320 }, data: { params: {} } },
    { id: 'q', type: 'Print', position: { x: 820, y: 0 }, data: { params: { label: 'second' } } },
  ],
  edges: [
    { id: 'e', source: 'go', sourceHandle: 'trigger', target: 'g', targetHandle: '__trigger', type: 'trigger' },
    { id: 'w', source: 'g', sourceHandle: 'images', target: 'p', targetHandle: 'value', type: 'data' },
    { id: 'w3', source: 'g', sourceHandle: 'images', target: 'f', targetHandle: 'tensor', type: 'data' },
    { id: 'w4', source: 'f', sourceHandle: 'tensor', target: 'r', targetHandle: 'tensor', type: 'data' },
    { id: 'w2', source: 'g', sourceHandle: 'one', target: 'q', targetHandle: 'value', type: 'data' },
  ],
};

/** Open a graph as a file that was chosen. */
export async function open(page, graph) {
  await page.waitForSelector('[data-testid="link"][data-status="up"]');
  await page.click('[data-testid="menu-file"]');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('[data-testid="menu-item-file.import"]')]);
  await chooser.setFiles({ name: `${graph.name}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(graph)) });
  await page.waitForSelector(`[data-testid="node-${graph.nodes.at(-1).id}"]`);
}

/** Press Run and wait for the end of that run. */
export async function runToEnd(page, status = 'succeeded') {
  await page.waitForSelector('[data-testid="run"]:enabled');
  await page.click('[data-testid="run"]');
  await page.waitForSelector('[data-testid="stop"]:enabled');
  await page.waitForSelector('[data-testid="stop"]:disabled');
  await page.waitForSelector(`[data-testid="run-phase"][data-status="${status}"]`);
}

export function inspector(page) {
  const text = async (selector) => (await page.textContent(selector)).trim();
  return {
    text,
    texts: (selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent)),
    select: (id) => page.click(`[data-testid="node-${id}"] .head`),
    tab: (name) => page.click(`[data-testid="inspector-tab-${name}"]`),
    port: (name) => page.selectOption('[data-testid="output-port"]', name),
    grid: () => page.$eval('[data-testid="heat-plane"]', (plane) => [Number(plane.dataset.rows), Number(plane.dataset.cols)]),
    /** What is said of a cell once the pointer is over it. */
    cellAt: async (row, col) => {
      const plane = page.locator('[data-testid="heat-plane"]');
      const box = await plane.boundingBox();
      const { rows, cols } = await plane.evaluate((one) => ({ ...one.dataset }));
      await page.mouse.move(box.x + ((col + 0.5) * box.width) / cols, box.y + ((row + 0.5) * box.height) / rows);
      return text('[data-testid="heat-tip"]');
    },
  };
}
