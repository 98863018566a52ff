/** What else may happen to a server while somebody looks at it: other clients' calls, made from within the page. */

/** Submit a template as a run; its id. */
export function runAnExample(page, name = 'iris-mlp.json', options = {}) {
  return page.evaluate(
    async ([path, wanted]) => {
      const { token } = await (await fetch('/api/auth/bootstrap')).json();
      const graph = await (await fetch(`/api/examples/load?path=${encodeURIComponent(path)}`)).json();
      const body = JSON.stringify({ graph, options: wanted });
      const headers = { 'X-CodefyUI-Token': token, 'Content-Type': 'application/json' };
      return (await (await fetch('/api/runs', { method: 'POST', headers, body })).json()).run_id;
    },
    [name, options],
  );
}
