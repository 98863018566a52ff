/** The server over HTTP: one token, one shape of errors, nothing kept between calls but the token. */
import { language } from '../words/language';

/** What every refusal of the server carries; `text` is the server's own sentence in the language asked for. */
export interface Refusal {
  code: string;
  params: Record<string, unknown>;
  text: string;
}

/** A refusal, or what stands for one when no answer came: code `server_away`, status 0. */
export class ApiError extends Error {
  readonly status: number;
  readonly refusal: Refusal;

  constructor(status: number, refusal: Refusal) {
    super(refusal.text);
    this.name = 'ApiError';
    this.status = status;
    this.refusal = refusal;
  }

  get code(): string {
    return this.refusal.code;
  }
}

type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export interface Call {
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is: a form with a file. */
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Told of every answer: null for what went well. */
type Ear = (method: string, refusal: Refusal | null) => void;

const ears = new Set<Ear>();
let token: Promise<string> | null = null;

/** Be told of every answer; answers how to be told no more. */
export function onAnswer(ear: Ear): () => void {
  ears.add(ear);
  return () => ears.delete(ear);
}

/** Tell of an answer that came elsewhere, to a worker. */
export function heard(method: string, refusal: Refusal | null): void {
  for (const ear of ears) ear(method, refusal);
}

/** The session token of this start of the server; asked for once. */
export function sessionToken(): Promise<string> {
  token ??= send<{ token: string }>('GET', '/api/auth/bootstrap', {}, null).then(({ value }) => value.token);
  token.catch(() => {
    token = null;
  });
  return token;
}

/** The server has started anew: its token is another one. */
export function forgetToken(): void {
  token = null;
}

/** Ask the server. Throws ApiError. */
export async function ask<T>(method: string, path: string, call: Call = {}): Promise<T> {
  return (await askWithHeaders<T>(method, path, call)).value;
}

export interface Answer<T> {
  value: T;
  headers: Headers;
}

/** The same, with the headers of the answer: a revision stands in `ETag`. */
export async function askWithHeaders<T>(method: string, path: string, call: Call = {}): Promise<Answer<T>> {
  if (method === 'GET') return send<T>(method, path, call, null);
  const used = await sessionToken();
  try {
    return await send<T>(method, path, call, used);
  } catch (error) {
    if (!(error instanceof ApiError) || !['token_missing', 'token_wrong'].includes(error.code)) throw error;
    forgetToken();
    return send<T>(method, path, call, await sessionToken());
  }
}

/** The address of a route, for links that the browser itself follows (downloads). */
export function address(path: string, query: Query = {}): string {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) found.append(name, String(one));
  }
  const text = found.toString();
  return text ? `${path}?${text}` : path;
}

async function send<T>(method: string, path: string, call: Call, used: string | null): Promise<Answer<T>> {
  // quiet: a browser writes a refusal into its console as an error, and most of ours belong to a day's work
  const headers: Record<string, string> = { 'Accept-Language': language(), 'X-CodefyUI-Quiet': '1', ...call.headers };
  if (used !== null) headers['X-CodefyUI-Token'] = used;
  const init: RequestInit = { method, headers };
  if (call.signal) init.signal = call.signal;
  if (call.form) init.body = call.form;
  else if (call.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(call.body);
  }
  let response: Response;
  try {
    response = await fetch(address(path, call.query), init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, { code: 'server_away', params: {}, text: '' });
  }
  const text = await response.text();
  const status = Number(response.headers.get('X-CodefyUI-Status') ?? response.status);
  // 304 says that it is as one knows it: there is nothing to read
  const refusal = (status >= 200 && status < 300) || status === 304 ? null : refusalOf(text, status);
  heard(method, refusal);
  if (refusal) throw new ApiError(status, refusal);
  return { value: (text ? JSON.parse(text) : null) as T, headers: response.headers };
}

function refusalOf(text: string, status: number): Refusal {
  try {
    const { detail } = JSON.parse(text) as { detail: Refusal };
    if (typeof detail.code === 'string') return { ...detail, params: detail.params ?? {} };
  } catch {
    // not one of our answers: a proxy stands between
  }
  return { code: 'bad_answer', params: { status }, text: text.slice(0, 300) };
}
