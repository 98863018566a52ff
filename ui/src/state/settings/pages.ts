/** The pages of the settings and what stands on each: the window's own preferences, and the server's settings by name. */
import type { Key } from './values';

export const PAGES = [
  'general', 'canvas', 'execution', 'storage', 'network', 'secrets', 'notifications', 'shortcuts', 'packs', 'about',
] as const;
export type Page = (typeof PAGES)[number];

/** The preferences that are a row of their own. */
export type OwnKey = Extract<
  Key,
  | 'theme' | 'language' | 'font_size' | 'density' | 'motion' | 'on_quit' | 'grid' | 'snap' | 'wire_style' | 'previews'
  | 'autosave' | 'record_outputs' | 'notify' | 'disk_low_gib'
>;
/** Without CODEFYUI_, in lower case. */
export type ServerName = keyof (typeof import('../../words/en.json'))['settings']['server'];
export type SectionName = keyof (typeof import('../../words/en.json'))['settings']['section'];

export interface Section {
  title: SectionName;
  own?: readonly OwnKey[];
  server?: readonly ServerName[];
}

/** In the order in which they are shown. Shortcuts and own nodes are drawn by panels of their own. */
export const SECTIONS: Readonly<Record<Page, readonly Section[]>> = {
  general: [
    { title: 'looks', own: ['theme', 'language', 'font_size', 'density', 'motion'] },
    { title: 'quitting', own: ['on_quit'] },
  ],
  canvas: [
    { title: 'drawing', own: ['grid', 'snap', 'wire_style', 'previews'] },
    { title: 'saving', own: ['autosave'] },
  ],
  execution: [
    { title: 'device', server: ['default_device'] },
    { title: 'canvas_runs', own: ['record_outputs'], server: ['run_interactive_max_concurrent', 'max_parallel_nodes', 'python'] },
    {
      title: 'queue',
      server: ['run_queue_max_concurrent_gpu', 'run_queue_max_concurrent_cpu', 'run_queue_max_concurrent', 'queue_keep'],
    },
    {
      title: 'kept',
      server: ['run_retention_keep_last', 'run_output_store_max_mb', 'execution_cache_max_mb', 'node_state_store_max_mb'],
    },
    { title: 'figures', server: ['stats_sample_threshold', 'stats_sample_size', 'stats_cache_max_bytes'] },
  ],
  storage: [
    {
      title: 'folders',
      server: [
        'user_data_dir', 'db_path', 'graphs_dir', 'models_dir', 'images_dir', 'media_dir', 'data_files_dir', 'presets_dir',
        'custom_nodes_dir',
      ],
    },
    { title: 'limits', own: ['disk_low_gib'], server: ['max_upload_size', 'max_image_pixels'] },
  ],
  network: [
    { title: 'address', server: ['host', 'port', 'extra_allowed_hosts', 'cors_origins'] },
    {
      title: 'limits',
      server: ['max_run_body_bytes', 'ws_max_message_bytes', 'run_event_payload_cap_bytes', 'run_events_response_cap_bytes'],
    },
  ],
  secrets: [{ title: 'place', server: ['secrets_store'] }],
  notifications: [{ title: 'notices', own: ['notify'] }],
  shortcuts: [],
  packs: [],
  about: [{ title: 'log', server: ['log_level', 'log_dir', 'log_json', 'debug'] }],
};

/** The page that the address names; the first one for any other. */
export function pageOf(id: string | null): Page {
  return PAGES.find((page) => page === id) ?? PAGES[0];
}

export interface Findable {
  page: Page;
  /** What a person may look for: label, help, name. */
  texts: readonly string[];
}

/** What has every typed word in one of its texts, in its order. Nothing typed finds nothing. */
export function found<T extends Findable>(rows: readonly T[], typed: string): T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return rows.filter((row) => {
    const text = row.texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
