// Written from the routes' models by packaging/ui_types.py; do not edit by hand.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** download: path of the download route for a file on this machine, else null. size_bytes: of the file that lies there now; null for one that is gone, a folder, or elsewhere. state: `there`, `gone`, `folder`, or `elsewhere` for one that is not within the folders that this server gives out. */
export interface Artifact {
  id: number;
  kind: string;
  path: string;
  meta: Record<string, Json>;
  created_at: string;
  node_id: string;
  backend: string;
  mount_label: string | null;
  relative_path: string | null;
  download: string | null;
  size_bytes: number | null;
  state: string;
}

/** A file that a node wrote. */
export interface ArtifactFrame {
  run_id: string;
  cursor: number;
  elided?: boolean;
  bytes?: number;
  cap_bytes?: number;
  type: "artifact";
  artifact_id: number;
  kind: string;
  path: string;
  meta: Record<string, Json>;
  node_id: string;
}

/** The oldest first. */
export interface Artifacts {
  run_id: string;
  artifacts: Artifact[];
}

/** kind: checkpoint, model, image, tensorboard, file. */
export interface ArtifactsQuery {
  kind?: string | null;
}

/** Events after `cursor` follow. */
export interface AttachedFrame {
  type: "attached";
  run_id: string;
  cursor: number;
  status: string;
}

/** How often one label occurs. */
export interface Balance {
  value: number;
  count: number;
}

/** The canvas's cache is empty. */
export interface CacheClearedFrame {
  type: "cache_cleared";
}

/** What the process that executes local runs keeps between them; null until it has answered once. */
export interface Caches {
  execution_cache?: ExecutionCaches | null;
  run_output_store?: OutputStore | null;
  node_state_store?: WeightStore | null;
}

/** node_id: the node that it is about, or null. details: more about it, or null. */
export interface CallError {
  code: string;
  message: string;
  node_id: string | null;
  details: Record<string, Json> | null;
}

/** inputs: by name; what is left out gets its default. timeout_s: after so many seconds, the time in the queue included, the run is stopped. device: else that of the graph's settings, else the best there is. */
export interface CallGraph {
  inputs?: Record<string, Json>;
  timeout_s?: number;
  device?: string | null;
  record_outputs?: boolean;
}

/** cancelled: whether this made a difference. */
export interface CancelAckFrame {
  type: "cancel_ack";
  run_id: string;
  status: string;
  cancelled: boolean;
}

/** cancelled: whether this call made a difference. */
export interface Cancelled {
  run_id: string;
  status: string;
  cancelled: boolean;
}

/** What may be changed about a run; a key that is left out stays as it is. */
export interface Change {
  name?: string | null;
  tags?: string[];
  keep?: boolean;
}

/** The preferences to change; null gives one its default back, and what is not named stays. */
export interface ChangePreferences {
  theme?: "system" | "dark" | "light" | "contrast" | null;
  language?: "auto" | "en" | "zh-TW" | null;
  font_size?: number | null;
  density?: "compact" | "comfortable" | null;
  motion?: "system" | "full" | "reduced" | null;
  grid?: "dots" | "lines" | "none" | null;
  snap?: boolean | null;
  wire_style?: "curved" | "straight" | "stepped" | null;
  previews?: boolean | null;
  autosave?: boolean | null;
  record_outputs?: boolean | null;
  notify?: boolean | null;
  muted?: string[] | null;
  shortcuts?: Record<string, string[]> | null;
  on_quit?: "ask" | "keep" | "stop" | null;
  disk_low_gib?: number | null;
  welcomed?: boolean | null;
  checklist?: boolean | null;
  steps?: string[] | null;
  favourites?: string[] | null;
}

/** offset: of the next byte. end: nothing more will come. times: of lines of text; empty where none were kept. */
export interface Console {
  text: string;
  offset: number;
  end: boolean;
  times: Printed[];
}

/** offset, limit: bytes. wait: seconds to wait for news. */
export interface ConsoleQuery {
  offset?: number;
  limit?: number;
  wait?: number;
}

/** problems: what keeps the graph from being called; none when it can be. */
export interface Contract {
  graph: string;
  inputs: ContractInput[];
  outputs: ContractOutput[];
  problems: Issue[];
}

/** type: string, number, integer, boolean, json or image. default: of that type; null for what must be sent. */
export interface ContractInput {
  name: string;
  type: string;
  required: boolean;
  default: Json;
  description: string;
}

/** type: the data type of what feeds it, `ANY` where that is not known. */
export interface ContractOutput {
  name: string;
  type: string;
  description: string;
}

/** What one node of a run reported. steps, values, at_ms: of equal length; values: null for NaN and infinities; at_ms: milliseconds of the epoch. */
export interface Curve {
  run_id: string;
  node_id: string;
  steps: number[];
  values: (number | null)[];
  at_ms: number[];
}

/** In the order of the runs asked for; those without the metric are left out. rest: ids to ask with again, because the curves before theirs were long. */
export interface Curves {
  name: string;
  curves: Curve[];
  rest: string[];
}

/** run: ids. max_points: at most so many of each curve, peaks kept. */
export interface CurvesQuery {
  run: string[];
  name: string;
  max_points?: number;
}

/** nodes: the types that it brings now. error: why it brings none though it is enabled, or null. */
export interface CustomFileRow {
  filename: string;
  enabled: boolean;
  size: number;
  modified: number;
  nodes: string[];
  error: Why | null;
}

/** One run that is gone; files it wrote stay. */
export interface Deleted {
  run_id: string;
  deleted: boolean;
}

/** The file that is gone. */
export interface DeletedFile {
  filename: string;
  deleted: boolean;
}

/** Ids that are gone. */
export interface DeletedMany {
  deleted: string[];
}

/** removed: names of the files. */
export interface DeletedPreset {
  name: string;
  removed: string[];
}

/** No further event of that run comes; null when none was followed. */
export interface DetachedFrame {
  type: "detached";
  run_id: string | null;
}

/** A device a run can name. detail: free text for people. total_bytes, free_bytes: the memory of a card, for all programs together; null where the driver does not say, and for what is no card. */
export interface Device {
  value: string;
  label: string;
  detail: string;
  available: boolean;
  total_bytes?: number | null;
  free_bytes?: number | null;
}

/** default: what a run has that names no device. */
export interface Devices {
  default: string;
  devices: Device[];
}

/** A graph document; keys this version does not know are kept. */
export interface Document {

}

/** deleted: whether there was anything to drop. */
export interface DroppedOutputs {
  run_id: string;
  deleted: boolean;
}

/** status: ok, with outputs by name, or error. app, version: null for saved graphs. run_id, device, timing: null when no run was made. */
export interface Envelope {
  status: string;
  run_id: string | null;
  graph: string;
  app: string | null;
  version: number | null;
  device: string | null;
  outputs: Record<string, Json> | null;
  error: CallError | null;
  timing: Timing | null;
}

/** An action that was refused, or a followed run that cannot be read. */
export interface ErrorFrame {
  type: "error";
  error: string;
  code: string;
  params: Record<string, Json>;
  text: string;
  run_id?: string;
}

/** cursor: 1-based, without a gap. payload: by type, already capped. */
export interface Event {
  cursor: number;
  type: string;
  payload: Json;
  ts: string;
}

/** Events after the cursor asked with. cursor: to ask with next. */
export interface Events {
  run_id: string;
  status: string;
  active: boolean;
  events: Event[];
  cursor: number;
}

/** cursor: the last one already known. wait: seconds to wait for news while the run is active. */
export interface EventsQuery {
  cursor?: number;
  wait?: number;
  limit?: number;
}

/** path: what `load` takes. */
export interface Example {
  name: string;
  description: string;
  category: string;
  path: string;
  node_count: number;
}

/** What open canvases keep of former runs. instances: canvases that ran something. max_bytes_each: 0: no limit. */
export interface ExecutionCaches {
  instances: number;
  entries: number;
  bytes: number;
  max_bytes_each: number;
}

/** The run succeeded. */
export interface ExecutionCompleteFrame {
  run_id: string;
  cursor: number;
  elided?: boolean;
  bytes?: number;
  cap_bytes?: number;
  type: "execution_complete";
}

/** The run failed; with `rejected`, and without run and cursor, an `execute` that became none. */
export interface ExecutionErrorFrame {
  type: "execution_error";
  run_id?: string;
  cursor?: number;
  error: string;
  code?: string;
  params?: Record<string, Json>;
  text?: string;
  rejected?: boolean;
  problems?: Record<string, Json>[];
  elided?: boolean;
  bytes?: number;
  cap_bytes?: number;
}

/** The run executes. */
export interface ExecutionStartFrame {
  run_id: string;
  cursor: number;
  elided?: boolean;
  bytes?: number;
  cap_bytes?: number;
  type: "execution_start";
}

/** The run was stopped; `not_running`, without run and cursor, answers a `cancel` of nothing. */
export interface ExecutionStoppedFrame {
  type: "execution_stopped";
  run_id?: string;
  cursor?: number;
  reason: string;
}

/** warnings: files that the script needs, and nodes that it leaves out. */
export interface ExportedScript {
  script: string;
  warnings: Issue[];
}

/** A value, and how many runs have it; `local` stands for this machine among workers. */
export interface Facet {
  value: string;
  count: number;
}

/** The most frequent values first; 200 of each at most. */
export interface Facets {
  graphs: Facet[];
  tags: Facet[];
  workers: Facet[];
}

/** content: `picture` for a text that holds a picture in base64, which is then sent as the picture that it is. */
export interface FileQuery {
  content?: "value" | "picture";
}

/** The value is gone from the store. */
export interface Forgotten {
  scope: string;
  name: string;
  deleted: boolean;
}

/** status: none, not_finite, zero, vanishing, exploding or healthy. */
export interface GradientHealth {
  status: string;
  norm: number | null;
  mean: number | null;
  max: number | null;
}

/** One gradient. kind: `port` (of a value that the node gave) or `weight`. */
export interface GradientRow {
  port: string;
  kind: string;
  has_grad: boolean;
  health: GradientHealth;
}

/** modified: seconds since 1970. unreadable: why a file that was changed by hand cannot be loaded, or null. */
export interface GraphFile {
  name: string;
  file: string;
  modified: number;
  revision: number;
  unreadable: Why | null;
}

/** Liveness and what was loaded. boot_id: new at every start. */
export interface Health {
  status: string;
  version: string;
  boot_id: string;
  nodes_loaded: number;
  presets_loaded: number;
  caches: Caches;
}

/** Equal bins: `edges` has one number more than `counts`. */
export interface Histogram {
  counts: number[];
  edges: number[];
}

/** Of a node inside a card. node_id: `<card>/<inner>`. */
export interface InnerNodeStatusFrame {
  run_id: string;
  cursor: number;
  elided?: boolean;
  bytes?: number;
  cap_bytes?: number;
  type: "inner_node_status";
  node_id: string;
  container_id: string;
  status: "running" | "completed" | "cached" | "skipped" | "error" | "interrupted" | "progress" | "bypassed";
  error?: string;
  code?: string;
  params?: Record<string, Json>;
}

/** One thing that is wrong, and where; node_id and port are null when it is about the whole graph. */
export interface Issue {
  code: string;
  params: Record<string, Json>;
  text: string;
  node_id: string | null;
  port: string | null;
}

/** kept: always true; a server that is leaving answers 503. */
export interface Kept {
  kept: boolean;
}

/** graph_id: of one graph; left out, all of them are counted. */
export interface KeptQuery {
  graph_id?: string | null;
}

/** total alone without a graph_id; count and the nodes' ids with one. */
export interface KeptWeights {
  total?: number | null;
  graph_id?: string | null;
  count?: number | null;
  node_ids?: string[] | null;
}

/** q: part of a name or id. sort: a column, `duration`, or `metric:` with a name; `-` before it for descending. since: UTC time of the earliest arrival, as this interface tells times. group: runs of one graph, status or worker stand together. closed: groups whose runs are left out of the rows, not of the counts. graph_id: the option of that name; with `graph`, runs without it are found by that name. */
export interface ListQuery {
  status?: string[];
  q?: string;
  sort?: string;
  worker?: string;
  graph?: string;
  graph_id?: string;
  tag?: string;
  since?: string;
  group?: "" | "graph" | "status" | "worker";
  closed?: string[];
  limit?: number;
  offset?: number;
}

/** path: of a row of the list. */
export interface LoadQuery {
  path: string;
}

/** Points that are stored. */
export interface MetricFrame {
  run_id: string;
  cursor: number;
  elided?: boolean;
  bytes?: number;
  cap_bytes?: number;
  type: "metric";
  points?: MetricPoint[];
}

/** value: None where it was no finite number. */
export interface MetricPoint {
  name: string;
  value: number | null;
  step: number;
  node_id: string;
}

/** Points ordered by name and step. names: every series of the run. next: `after` of the page that goes on, null at the end. */
export interface Metrics {
  run_id: string;
  names: string[];
  metrics: Point[];
  next: string | null;
}

/** name: one series. max_points: at most so many per series and node, peaks kept. after: `next` of the page before; a CSV is never cut into pages. */
export interface MetricsQuery {
  name?: string | null;
  format?: "json" | "csv";
  max_points?: number | null;
  after?: string;
}

/** Runs by id. */
export interface Named {
  run_ids: string[];
}

/** One node type. requires_extra: the optional dependency set it needs to run, or null. cacheable: a canvas may take its results from an earlier run. align_inputs: tensors are moved to the run's device before it is called. structural_params: those that decide which weights it keeps. dynamic_ports: its ports depend on its params; those here are at the defaults. provider: `builtin`, or `custom` for a user's own. */
export interface NodeRow {
  node_name: string;
  name_zh_TW: string;
  category: string;
  description: string;
  inputs: Port[];
  outputs: Port[];
  params: Param[];
  requires_extra: string | null;
  cacheable: boolean;
  align_inputs: boolean;
  structural_params: string[];
  dynamic_ports: boolean;
  provider: string;
}

/** error, code, params: of a node that failed. inner_node_id: where in a card the progress comes from. */
export interface NodeStatusFrame {
  run_id: string;
  cursor: number;
  elided?: boolean;
  bytes?: number;
  cap_bytes?: number;
  type: "node_status";
  node_id: string;
  status: "running" | "completed" | "cached" | "skipped" | "error" | "interrupted" | "progress" | "bypassed";
  outputs?: Output[];
  error?: string;
  error_type?: string;
  code?: string;
  params?: Record<string, Json>;
  inner_node_id?: string;
}

/** One entry of what a node shows: its payload lies under the key that its kind names. */
export interface Output {
  output_kind: string;
  port?: string;
  text?: string;
  image?: Picture | null;
  progress?: Record<string, Json>;
  tensor_summary?: Record<string, Shown>;
}

/** count to zero_frac are of all elements; the rest of finite ones, or of a sample of them where `sampled` is true. null: there is no such number. changed: as of the value itself. */
export interface OutputStats {
  changed?: boolean | null;
  count: number;
  min: number | null;
  max: number | null;
  nan: number;
  inf: number;
  zero_frac: number | null;
  mean: number | null;
  std: number | null;
  quantiles: Record<string, number | null> | null;
  histogram: Histogram | null;
  sampled: boolean;
  class_balance: Balance[] | null;
  run_id: string;
  node_id: string;
  port: string;
}

/** What recorded runs gave. max_bytes: 0 for no limit on size. */
export interface OutputStore {
  runs: number;
  max_runs: number;
  bytes: number;
  max_bytes: number;
}

/** part: `program` for what runs in Python, `window` for what the interface is built from. licence: may be empty. */
export interface PackageRow {
  name: string;
  version: string;
  licence: string;
  part: "program" | "window";
}

/** visible_when: {other param: value or list of values}; bounds are inclusive. */
export interface Param {
  name: string;
  param_type: string;
  default: Json;
  options: string[];
  min_value: number | null;
  max_value: number | null;
  visible_when: Record<string, Json>;
  advanced: boolean;
  description: string;
}

/** A picture that a node shows. */
export interface Picture {
  format: string;
  encoding: "base64";
  data: string;
}

/** slice: of a tensor, as for its values; what is left is [H, W] or has 1, 3 or 4 channels. side: most pixels of the longer side. */
export interface PictureQuery {
  slice?: string;
  side?: number;
}

/** value: null where the run recorded NaN or an infinity. */
export interface Point {
  node_id: string;
  name: string;
  step: number;
  value: number | null;
  ts: string;
}

/** media: image, chart or video for an output that is shown, else null. */
export interface Port {
  name: string;
  data_type: string;
  optional: boolean;
  description: string;
  media: string | null;
}

/** Every preference of the window with its value in force. */
export interface Preferences {
  theme?: "system" | "dark" | "light" | "contrast";
  language?: "auto" | "en" | "zh-TW";
  font_size?: number;
  density?: "compact" | "comfortable";
  motion?: "system" | "full" | "reduced";
  grid?: "dots" | "lines" | "none";
  snap?: boolean;
  wire_style?: "curved" | "straight" | "stepped";
  previews?: boolean;
  autosave?: boolean;
  record_outputs?: boolean;
  notify?: boolean;
  muted?: string[];
  shortcuts?: Record<string, string[]>;
  on_quit?: "ask" | "keep" | "stop";
  disk_low_gib?: number;
  welcomed?: boolean;
  checklist?: boolean;
  steps?: string[];
  favourites?: string[];
}

/** A preset's definition as it is stored. bundled: it came with the program. */
export interface Preset {
  name: string;
  bundled: boolean;
}

/** nodes, edges: of a canvas, as in a graph document. Other keys are left alone. */
export interface PresetCreate {
  name: string;
  nodes: Json[];
  edges: Json[];
  description?: string;
  category?: string;
  tags?: string[];
}

/** Lines from this one on, counted from 0, were printed then, before the event of this cursor. */
export interface Printed {
  line: number;
  at: string;
  before: number;
}

/** Run ids in the order they would start, and those that execute. */
export interface Queue {
  paused: boolean;
  waiting: string[];
  running: string[];
}

/** type: tensor, model, scalar, string, list, or the class of the value. full_shape: of tensors, else null. */
export interface RecordedPort {
  node_id: string;
  port: string;
  type: string;
  full_shape: number[] | null;
}

/** tensor: full_shape, dtype, slice, sliced_shape, values (nested as the shape is; a complex number is [re, im]; null for NaN and infinities), truncated, and min, max, mean of the values answered. Others: what their type says. changed: true where a later node has changed the value in place since; left out otherwise. */
export interface RecordedValue {
  type: string;
  changed?: boolean | null;
  run_id: string;
  node_id: string;
  port: string;
}

export interface Refusal {
  detail: {
  code: string;
  params: Record<string, Json>;
  text: string;
};
}

/** How many node types there are now by where they come from, and how many presets. */
export interface Reloaded {
  builtin: number;
  custom: number;
  plugins: number;
  presets: number;
  total: number;
}

/** The value; it is never given out again. */
export interface Remember {
  value: string;
}

/** Files that are gone. */
export interface Removed {
  message: string;
  removed: string[];
}

/** Both are names as the list has them. */
export interface Rename {
  from: string;
  to: string;
}

/** The new name and file. */
export interface Renamed {
  message: string;
  name: string;
  file: string;
}

/** The new ids, in the order of the old ones. */
export interface Requeued {
  run_ids: string[];
}

/** node_ids: whose modules to drop; left out, those of the whole graph. */
export interface Reset {
  graph_id: string;
  node_ids?: string[] | null;
}

/** The revision that a PUT made, and of which file: several names may lead to one. */
export interface Revision {
  revision: number;
  file: string;
}

/** One kept revision. modified: epoch seconds. */
export interface RevisionRow {
  revision: number;
  modified: number;
  size_bytes: number;
}

/** A run's row with what is computed from the living queue. */
export interface Run {
  id: string;
  name: string | null;
  options: Record<string, Json>;
  status: string;
  error: Why | null;
  queue_key: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  tags: string[];
  keep: boolean;
  graph_name: string;
  worker_id: string | null;
  queue_position: number | null;
  queue_reason: Why | null;
  active: boolean;
  final_metrics: Record<string, number | null>;
  execution_facts: Record<string, Json>;
  peak_memory: Record<string, Json>[];
  last_cursor: number;
}

/** One page. total: how many runs the filter matches. counts: runs by status, as if no status had been asked for; one that no run has is left out. groups: of a grouped list, in its order. */
export interface RunList {
  runs: Run[];
  total: number;
  counts: Record<string, number>;
  groups: Facet[];
  limit: number;
  offset: number;
}

/** Something that does not end the run. Further keys by kind. */
export interface RunWarningFrame {
  type: "run_warning";
  run_id: string;
  cursor: number;
  kind: string;
  code?: string;
  params?: Record<string, Json>;
  text?: string;
}

/** Runs, their list or the queue have changed since the frame before. */
export interface RunsChangedFrame {
  version: string;
  at: string;
  runs: string[] | null;
  rows: boolean;
  ended: string[];
  missed: boolean;
  type: "runs_changed";
}

/** Name (with or without CODEFYUI_) -> value; null forgets the saved value. */
export interface Save {
  settings: Record<string, boolean | number | string | null>;
}

/** Where the graph lies now, and as which revision. */
export interface Saved {
  message: string;
  path: string;
  file: string;
  revision: number;
}

/** The code of a PythonScript node. */
export interface Script {
  code: string;
}

/** error: the text of issue. line: where, from 1, or null when no place can be named. */
export interface ScriptVerdict {
  ok: boolean;
  error: string | null;
  issue: Why | null;
  line: number | null;
  defines_run: boolean;
  allowed_modules: string[];
}

/** That a value is remembered. updated_at: ISO-8601 UTC. available: false while it lies in a keyring that cannot be read. */
export interface SecretEntry {
  scope: string;
  name: string;
  updated_at: string;
  available: boolean;
}

/** store: where values are kept. why: what keeps the keyring from being used, or null. */
export interface SecretList {
  store: "keyring" | "file" | "memory";
  why: Why | null;
  entries: SecretEntry[];
}

/** sentences: by code; `{param}` stands for a param, `{param:a %s}` for text that is left out where it is empty. */
export interface Sentences {
  lang: string;
  sentences: Record<string, string>;
}

/** One setting. value: in force now. source: where that comes from; `argument` is the command line. saved: what the next start takes from settings.json, or null. choices: the only values there are, for a setting that has such. pending: the next start will have another value than the one in force. */
export interface Setting {
  name: string;
  value: boolean | number | string;
  default: boolean | number | string;
  saved: boolean | number | string | null;
  source: "default" | "file" | "env" | "argument";
  unit: string;
  choices: string[];
  minimum: number | null;
  maximum: number | null;
  help: string;
  help_zh_TW: string;
  read_only: boolean;
  pending: boolean;
}

/** restart_needed: some saved value differs from the one in force. */
export interface SettingsAnswer {
  settings: Setting[];
  restart_needed: boolean;
}

/** What a port gave, in a few figures; further keys by type. */
export interface Shown {
  type: string;
  shape?: (number | string)[];
  dtype?: string;
}

/** One step that a verbose node told; its tensors are ports `__step__<index>__<key>`. */
export interface StepRow {
  index: number;
  name: string;
  description: string;
  scalars: Record<string, Json>;
  tensor_keys: string[];
}

/** modified: seconds since 1970. */
export interface StoredFileRow {
  filename: string;
  size: number;
  modified: number;
}

/** The document that the run was submitted with, secrets blank. */
export interface StoredGraph {

}

/** graph: a graph document. options: the closed set of run options; every one may be left out. */
export interface Submit {
  graph: Json;
  options?: Record<string, Json> | null;
  name?: string | null;
  tags?: string[];
}

/** Given after the run is stored for good. */
export interface Submitted {
  run_id: string;
  status: string;
}

/** The list's own query; limit and offset count for nothing. metric: names that get a column each. */
export interface TableQuery {
  status?: string[];
  q?: string;
  sort?: string;
  worker?: string;
  graph?: string;
  graph_id?: string;
  tag?: string;
  since?: string;
  group?: "" | "graph" | "status" | "worker";
  closed?: string[];
  limit?: number;
  offset?: number;
  metric?: string[];
}

/** total_s: seconds from the call to the answer. */
export interface Timing {
  total_s: number;
}

/** filename: as the list has it, `.disabled` included. */
export interface Toggle {
  filename: string;
}

/** The session token of this start. */
export interface Token {
  token: string;
}

/** No `runs_changed` comes any more. */
export interface UnwatchedFrame {
  type: "unwatched";
}

/** overwrite: replace a file of the same name that has other content. */
export interface UploadQuery {
  overwrite?: boolean;
}

/** The name and bytes of the file as it lies there now. */
export interface Uploaded {
  filename: string;
  size: number;
}

/** slice: one part per dimension, such as `0, 1:5, ::2, ...`. max_elements: that a slice may have, or characters of a text that are answered. */
export interface ValueQuery {
  slice?: string;
  max_elements?: number;
}

/** errors: the texts of issues, in the same order. warnings never keep a graph from running. */
export interface Verdict {
  valid: boolean;
  errors: string[];
  issues: Issue[];
  warnings: Issue[];
}

/** build: commit or date of a frozen build, empty from a checkout. ui: of the window's interface, or empty. */
export interface Version {
  version: string;
  build: string;
  boot_id: string;
  ui: string;
  free_bytes: number | null;
}

/** The newest first. */
export interface Versions {
  versions: RevisionRow[];
}

/** scope: `graph` or `nodes`. evicted: how many modules were dropped. */
export interface WasReset {
  graph_id: string;
  scope: string;
  evicted: number;
}

/** This socket is told of changes of all runs from now on. */
export interface WatchingFrame {
  version: string;
  at: string;
  runs: string[] | null;
  rows: boolean;
  ended: string[];
  missed: boolean;
  type: "watching";
}

/** Modules that layers keep from run to run. max_bytes: 0 for no limit on size. */
export interface WeightStore {
  modules: number;
  max_modules: number;
  bytes: number;
  max_bytes: number;
}

/** A code, its params, and the sentence for people. */
export interface Why {
  code: string;
  params: Record<string, Json>;
  text: string;
}

/** What `/ws/execution` says. */
export type Frame = ExecutionStartFrame | NodeStatusFrame | InnerNodeStatusFrame | MetricFrame | ArtifactFrame | RunWarningFrame | ExecutionCompleteFrame | ExecutionErrorFrame | ExecutionStoppedFrame | AttachedFrame | DetachedFrame | CancelAckFrame | CacheClearedFrame | WatchingFrame | RunsChangedFrame | UnwatchedFrame | ErrorFrame;
