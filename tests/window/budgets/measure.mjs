/** Main-thread time of a page, in ms of processor time, so that what else runs on the machine counts little. */

/** Answers `spent(act)`: what an act cost the page: ms of the main thread, frames, the longest wait between two of them. */
export async function meter(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await devtools.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * metrics.find((one) => one.name === 'TaskDuration').value;
  };
  return {
    async spent(act) {
      await page.evaluate(watch);
      const before = await busy();
      const begun = performance.now();
      await act();
      const wall = performance.now() - begun;
      const ms = (await busy()) - before;
      const gaps = await page.evaluate(() => globalThis.gaps?.() ?? []); // another page was opened meanwhile
      return { ms, wall, frames: gaps.length, longest: Math.max(0, ...gaps), perFrame: ms / Math.max(1, gaps.length) };
    },
    /** Bytes of the page's heap, after everything that can go is gone. */
    async heap() {
      for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    },
  };
}

/** In the page: count frames until `gaps` is called. */
function watch() {
  const times = [];
  let last = performance.now();
  let frame = requestAnimationFrame(function step(now) {
    times.push(now - last);
    last = now;
    frame = requestAnimationFrame(step);
  });
  globalThis.gaps = () => {
    cancelAnimationFrame(frame);
    return times.slice(1);
  };
}

/** How many times the rounds a figure gets while it is over its limit: a busy machine can only make things look worse. */
const PATIENCE = 4;

/** The act that cost least of several; of more of them while even the least is over `limit`. */
export async function best(times, act, of = (one) => one.perFrame, limit = Infinity) {
  let found;
  for (let at = 0; at < times || (of(found) > limit && at < times * PATIENCE); at += 1) {
    const one = await act(at);
    if (!found || of(one) < of(found)) found = one;
  }
  return found;
}

/** In the page: drag what lies under the middle of an element, a few pixels a frame. */
export function drag(page, selector, frames = 60) {
  return page.evaluate(
    ([where, count]) => new Promise((done) => {
      const target = document.querySelector(where);
      const box = target.getBoundingClientRect();
      let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const fire = (on, type) => on.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, buttons: 1, view: window }));
      fire(target, 'mousedown');
      let left = count;
      requestAnimationFrame(function step() {
        x -= 6;
        y -= 3;
        fire(window, 'mousemove');
        left -= 1;
        if (left > 0) return requestAnimationFrame(step);
        fire(window, 'mouseup');
        return requestAnimationFrame(() => done());
      });
    }),
    [selector, frames],
  );
}

/** The peer: the same number of nodes and wires as plain elements, all of them in the page. */
export function naive(page, nodes, wires) {
  return page.evaluate(([count, lines]) => {
    const rows = Array.from({ length: 11 }, (_, at) => `<div style="height:18px"><span>in ${at}</span><span>out</span></div>`).join('');
    const cards = Array.from({ length: count }, (_, at) => `<div style="position:absolute;left:${(at % 40) * 280}px;top:${Math.floor(at / 40) * 330}px;width:176px;border:1px solid #888">${rows}</div>`).join('');
    const paths = Array.from({ length: lines }, (_, at) => `<path d="M${(at % 40) * 280} ${(at % 25) * 330}C${(at % 37) * 300} 0 0 ${(at % 23) * 300} ${((at * 7) % 40) * 280} ${((at * 3) % 25) * 330}" fill="none" stroke="#58f" stroke-width="2"/>`).join('');
    document.body.innerHTML = `<div id="pane" style="position:fixed;inset:0;overflow:hidden"><div id="world" style="transform-origin:0 0;transform:scale(0.1)"><svg width="12000" height="9000" style="position:absolute;overflow:visible">${paths}</svg>${cards}</div></div>`;
    const [pane, world] = [document.getElementById('pane'), document.getElementById('world')];
    let at = null;
    pane.onmousedown = (event) => (at = [event.clientX, event.clientY]);
    window.onmouseup = () => (at = null);
    window.onmousemove = (event) => {
      if (at) world.style.transform = `translate(${event.clientX - at[0]}px,${event.clientY - at[1]}px) scale(0.1)`;
    };
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  }, [nodes, wires]);
}
