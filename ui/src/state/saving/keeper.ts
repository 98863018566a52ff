/** Saves one graph by itself, whether it is in front or not, and keeps a journal of what the server has not confirmed. */
import { ApiError, type Refusal } from '../../api/http';
import type { OpenGraph } from '../editor';
import type { GraphDocument } from '../graph/document';
import { forDisk } from '../graph/known';
import { setting } from '../settings/settings';
import * as journal from './journal';
import { save } from './remote';
import { changed, retryMs, waitMs, type Unsaved } from './schedule';

export type Phase = 'clean' | 'dirty' | 'saving' | 'away' | 'conflict' | 'refused';

export interface Saving {
  phase: Phase;
  /** When the server confirmed last, milliseconds of the epoch. */
  savedMs: number | null;
  /** Why the server takes it not. */
  refusal: Refusal | null;
  /** The graph came from the journal of an earlier visit. */
  isRestored: boolean;
}

export const CLEAN: Saving = { phase: 'clean', savedMs: null, refusal: null, isRestored: false };

/** What a keeper has to know of its graph, and whom it tells. */
export interface Graph {
  /** The graph as it is now; undefined once it is gone. */
  read: () => { root: GraphDocument; open: OpenGraph } | undefined;
  /** The server has this. before: what was open when it was sent. */
  saved: (doc: GraphDocument, open: OpenGraph, before: OpenGraph) => void;
  told: (saving: Saving) => void;
}

export class Keeper {
  saving: Saving = CLEAN;
  private unsaved: Unsaved | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private attempt = 0;
  /** The save that is under way. */
  private flight: Promise<void> | null = null;
  private readonly key: string;
  private readonly graph: Graph;

  /** key: of its entry in the journal. */
  constructor(key: string, graph: Graph) {
    this.key = key;
    this.graph = graph;
  }

  set(facts: Partial<Saving>): void {
    this.saving = { ...this.saving, ...facts };
    this.graph.told(this.saving);
  }

  /** Another document has taken the place of the one before, with nothing to save. */
  begin(isRestored = false): void {
    this.stop();
    this.attempt = 0;
    this.set({ ...CLEAN, isRestored });
  }

  /** The graph has changed. */
  noticed(): void {
    const graph = this.graph.read();
    if (!graph) return;
    this.unsaved = changed(this.unsaved, Date.now());
    void journal.write({ window: this.key, open: graph.open, doc: forDisk(graph.root), atMs: Date.now() }).catch(() => undefined);
    const { phase } = this.saving;
    if (phase === 'conflict') return; // it is for the person to say which one stays
    if (phase !== 'saving') this.set({ phase: 'dirty' });
    if (setting('autosave')) this.plan(waitMs(this.unsaved, Date.now()));
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

  /** Save no more; what the journal has stays. */
  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.unsaved = null;
  }

  async forget(): Promise<void> {
    await journal.forget(this.key).catch(() => undefined);
  }

  private plan(ms: number): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.saveNow(), ms);
  }

  private async save(): Promise<void> {
    const graph = this.graph.read();
    const before = this.unsaved;
    if (!graph) return;
    const { root, open } = graph;
    this.unsaved = null;
    this.set({ phase: 'saving' });
    try {
      const saved = await save(root, open);
      this.attempt = 0;
      this.confirmed(root, open, saved);
    } catch (error) {
      if (this.graph.read()?.open !== open) return;
      this.unsaved = this.unsaved ?? before;
      this.failed(error);
    } finally {
      this.flight = null;
    }
  }

  private confirmed(doc: GraphDocument, open: OpenGraph, saved: OpenGraph): void {
    if (this.graph.read()?.open !== open) return; // another graph was opened meanwhile
    this.graph.saved(doc, saved, open);
    const isAll = this.graph.read()?.root === doc;
    this.set({ phase: isAll ? 'clean' : 'dirty', savedMs: Date.now(), refusal: null });
    if (isAll) void this.forget();
    else this.noticed();
  }

  private failed(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'revision_conflict') {
      this.set({ phase: 'conflict', refusal: error.refusal });
    } else if (error.status === 0 || error.status >= 500) {
      this.set({ phase: 'away', refusal: error.refusal });
      this.plan(retryMs(this.attempt++));
    } else {
      this.set({ phase: 'refused', refusal: error.refusal });
    }
  }
}
