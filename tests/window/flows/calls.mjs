/** What else may happen to a server while somebody looks at it: other clients' calls, made from within the page. */

/** Submit a graph as a run; its id. */
export function submit(page, graph, options = {}) {
  return page.evaluate(
    async ([document, wanted]) => {
      const { token } = await (await fetch('/api/auth/bootstrap')).json();
      const headers = { 'X-CodefyUI-Token': token, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ graph: document, options: wanted });
      const answer = await (await fetch('/api/runs', { method: 'POST', headers, body })).json();
      if (!answer.run_id) throw new Error(JSON.stringify(answer));
      return answer.run_id;
    },
    [graph, options],
  );
}

/** Submit a template. */
export async function runAnExample(page, name = 'iris-mlp.json', options = {}) {
  const graph = await page.evaluate(
    async (path) => (await fetch(`/api/examples/load?path=${encodeURIComponent(path)}`)).json(),
    name,
  );
  return submit(page, graph, options);
}
