// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../../../tests/fakeSocket';
import type { GraphDocument } from '../graph/document';
import { Line } from './line';

vi.mock('../../api/http', () => ({ sessionToken: () => Promise.resolve('token'), forgetToken: () => undefined }));

const DOC = { nodes: [], edges: [] } as unknown as GraphDocument;

interface Open {
  line: Line;
  socket: FakeSocket;
  news: string[];
  /** Has the server say this, and the line take it. */
  hear: (...frames: Record<string, unknown>[]) => Promise<void>;
}

const lines: Line[] = [];

async function open(begin: (line: Line) => void): Promise<Open> {
  const socket = new FakeSocket();
  const news: string[] = [];
  const told = (what: string, phase: string | undefined): void => void news.push(`${what} ${phase}`);
  const line = new Line(
    { session: () => undefined, news: (what, { picture }) => told(what, picture?.phase), link: () => undefined, failed: () => undefined },
    () => socket as unknown as WebSocket,
  );
  lines.push(line);
  begin(line);
  line.open();
  await vi.waitFor(() => expect(socket.onopen).not.toBeNull());
  socket.onopen!();
  const hear = async (...frames: Record<string, unknown>[]): Promise<void> => {
    for (const frame of frames) socket.onmessage!({ data: JSON.stringify(frame) });
    await new Promise(requestAnimationFrame);
  };
  return { line, socket, news, hear };
}

const attached = (status: string, run = 'r'): Record<string, unknown> => ({ type: 'attached', run_id: run, cursor: 0, status });
const start = { type: 'execution_start', run_id: 'r', cursor: 1 };
const done = { type: 'execution_complete', run_id: 'r', cursor: 2 };

describe('a line', () => {
  afterEach(() => lines.splice(0).forEach((line) => line.close()));

  it('tells of a run that was asked for here, its beginning and its end', async () => {
    const { line, news, hear, socket } = await open((one) => one.execute(DOC, { record_outputs: true, graph_id: 'file' }));
    expect(socket.sent[0]).toMatchObject({ action: 'execute', graph_id: 'file' });
    await hear(attached('running'), start);
    await hear(done);
    expect(news).toEqual(['began running', 'ended succeeded']);
    expect(line.session).toMatchObject({ ran: DOC, isRecording: true, isStarting: false });
  });

  it('follows a run of before from its first event: its beginning is no news, its end is', async () => {
    const { news, hear, socket } = await open((one) => one.resume('r'));
    expect(socket.sent).toEqual([{ action: 'attach', run_id: 'r', cursor: 0 }]);
    await hear(attached('running'), start);
    expect(news).toEqual([]);
    await hear(done);
    expect(news).toEqual(['ended succeeded']);
  });

  it('shows how a run went that had ended, which is no news', async () => {
    const { line, news, hear } = await open((one) => one.resume('r'));
    await hear(attached('failed'), start, { type: 'execution_error', run_id: 'r', cursor: 2, code: 'node_failed', params: {} });
    expect([line.session.picture?.phase, news]).toEqual(['failed', []]);
  });

  it('tells of an end that it hears of after the line was broken', async () => {
    const { news, hear } = await open((one) => one.follow('r', DOC));
    await hear(attached('queued'), start);
    await hear({ ...attached('succeeded'), cursor: 1 }, done);
    expect(news).toEqual(['began running', 'ended succeeded']);
  });

  it('follows a run that is gone no further, without a word', async () => {
    const { line, socket, hear } = await open((one) => one.resume('r'));
    await hear({ type: 'error', code: 'run_not_found', params: {}, error: 'gone' });
    expect([line.session.picture, line.session.refused]).toEqual([null, null]);
    socket.onopen!();
    expect(socket.sent).toHaveLength(1);
  });
});
