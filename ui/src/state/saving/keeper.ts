/** Saves one graph by itself, whether it is in front or not, and keeps a journal of what the server has not confirmed. */
import { ApiError, type Refusal } from '../../api/http';
import type { OpenGraph } from '../editor';
import type { GraphDocument } from '../graph/document';
import { forDisk } from '../graph/known';
import { setting } from '../settings/settings';
import { ticksMs } from '../ticks';
import * as journal from './journal';
import { Latest } from './latest';
import { setKept } from './protection';
import { save } from './remote';
import { changed, retryMs, waitMs, type Unsaved } from './schedule';
import { isHeavy } from './weight';

export type Phase = 'clean' | 'dirty' | 'saving' | 'away' | 'conflict' | 'refused';

export interface Saving {
  phase: Phase;
  /** When the server confirmed last, milliseconds of the epoch. */
  savedMs: number | null;
  /** Why the server takes it not. */
  refusal: Refusal | null;
}

export const CLEAN: Saving = { phase: 'clean', savedMs: null, refusal: null };

/** What a keeper has to know of its graph, and whom it tells. */
export interface Graph {
  /** The graph as it is now; undefined once it is gone. */
  read: () => { root: GraphDocument; open: OpenGraph } | undefined;
  /** The server has this. before: what was open when it was sent. */
  saved: (doc: GraphDocument, open: OpenGraph, before: OpenGraph) => void;
  told: (saving: Saving) => void;
  /** It is not taken, and why; said once for each reason. */
  refused: (why: Refusal) => void;
}

export class Keeper {
  saving: Saving = CLEAN;
  private unsaved: Unsaved | null = null;
  /** Steps of editing that the server has not confirmed; 0 when it has all of it. */
  private changes = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private attempt = 0;
  /** How long the last save took. */
  private tookMs = 0;
  /** The save that is under way. */
  private flight: Promise<void> | null = null;
  /** Fetched with the first graph that is heavy. */
  private beside: typeof import('./beside') | null = null;
  private readonly kept: Latest;
  private readonly key: string;
  private readonly graph: Graph;

  /** key: of its entry in the journal. */
  constructor(key: string, graph: Graph) {
    this.key = key;
    this.graph = graph;
    this.kept = new Latest(() => this.keep());
  }

  set(facts: Partial<Saving>): void {
    this.saving = { ...this.saving, ...facts };
    this.graph.told(this.saving);
  }

  /** Another document has taken the place of the one before. changes: steps of it that are not on the server. */
  begin(changes = 0): void {
    this.stop();
    this.attempt = 0;
    this.changes = changes;
    this.set(CLEAN);
    void this.kept.ask();
  }

  /** The graph has changed. isStep: that is one more step of editing, not more of the last one. */
  noticed(isStep = true): void {
    if (!this.graph.read()) return;
    const nowMs = ticksMs();
    this.unsaved = changed(this.unsaved, nowMs);
    this.changes = this.changes === 0 || isStep ? this.changes + 1 : this.changes;
    void this.kept.ask();
    const { phase } = this.saving;
    if (phase === 'conflict') return; // it is for the person to say which one stays
    if (phase !== 'saving') this.set({ phase: 'dirty' });
    if (setting('autosave')) this.plan(waitMs(this.unsaved, nowMs, this.tookMs));
  }

  /** Save now, if there is anything to save; done when the server has answered. */
  async saveNow(): Promise<void> {
    if (this.flight) {
      await this.flight;
      if (this.saving.phase === 'away') return; // it was just tried
    }
    if (!this.unsaved || this.flight || this.saving.phase === 'conflict') return;
    this.flight = this.save();
    await this.flight;
  }

  /** The server is there again. */
  async retry(): Promise<void> {
    if (this.saving.phase === 'away') await this.saveNow();
  }

  /** Save no more; what the journal has stays. */
  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.unsaved = null;
  }

  /** Nothing of it is wanted any more. */
  async forget(): Promise<void> {
    this.changes = 0;
    await this.kept.ask();
  }

  /** The journal as things stand now. A browser without a database, or with a full one, refuses. */
  private async keep(): Promise<'beside' | undefined> {
    const graph = this.graph.read();
    try {
      if (graph && isHeavy(graph.root) && (await this.keepBeside(graph))) {
        setKept(true);
        return 'beside';
      }
      this.beside?.leaveBeside(this.key);
      if (this.changes === 0) await journal.forget(this.key).catch(() => undefined);
      else if (graph) {
        await journal.write({ window: this.key, open: graph.open, doc: forDisk(graph.root), changes: this.changes });
        setKept(true);
      }
    } catch {
      setKept(false);
    }
    return undefined;
  }

  /** Whether that was done. Also before the first change: then that one is written at once, and not all of the graph with it. */
  private async keepBeside({ root, open }: { root: GraphDocument; open: OpenGraph }): Promise<boolean> {
    this.beside ??= await import('./beside');
    return this.beside.keepBeside(this.key, root, open, this.changes);
  }

  /** Null where a heavy graph has to be saved here. */
  private async saveBeside(root: GraphDocument, open: OpenGraph): Promise<OpenGraph | null> {
    this.beside ??= await import('./beside');
    return this.beside.saveBeside(this.key, root, open);
  }

  private plan(ms: number): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.saveNow(), ms);
  }

  private async save(): Promise<void> {
    const graph = this.graph.read();
    const before = this.unsaved;
    if (!graph) {
      this.flight = null;
      return;
    }
    const { root, open } = graph;
    const changes = this.changes;
    this.unsaved = null;
    this.set({ phase: 'saving' });
    try {
      const beganMs = ticksMs();
      // a light one at once: the window may be about to go
      const saved = (isHeavy(root) ? await this.saveBeside(root, open) : null) ?? (await save(root, open));
      this.tookMs = ticksMs() - beganMs;
      this.attempt = 0;
      this.confirmed(root, open, saved, changes);
    } catch (error) {
      if (this.graph.read()?.open !== open) return;
      this.unsaved = this.unsaved ?? before;
      this.failed(error);
    } finally {
      this.flight = null;
    }
  }

  /** changes: how many steps there were when it was sent. */
  private confirmed(doc: GraphDocument, open: OpenGraph, saved: OpenGraph, changes: number): void {
    if (this.graph.read()?.open !== open) return; // another graph was opened meanwhile
    this.graph.saved(doc, saved, open);
    const isAll = this.graph.read()?.root === doc;
    this.changes = isAll ? 0 : this.changes - changes;
    this.set({ phase: isAll ? 'clean' : 'dirty', savedMs: Date.now(), refusal: null });
    if (isAll) void this.kept.ask();
    else this.noticed(false);
  }

  private failed(error: unknown): void {
    // a fault of ours must not hold the graph for ever: the person is told, and can close it
    if (!(error instanceof ApiError)) this.refuse({ code: 'save_failed', params: {}, text: String(error) });
    else if (error.code === 'revision_conflict') {
      this.set({ phase: 'conflict', refusal: error.refusal });
    } else if (error.status === 0 || error.status >= 500) {
      this.set({ phase: 'away', refusal: error.refusal });
      this.plan(retryMs(this.attempt++));
    } else {
      this.refuse(error.refusal);
    }
  }

  private refuse(why: Refusal): void {
    const isNews = this.saving.refusal?.code !== why.code;
    this.set({ phase: 'refused', refusal: why });
    if (isNews) this.graph.refused(why);
  }
}
