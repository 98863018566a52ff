import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { ask } from '../../api/http';
import { useCatalog } from '../../api/queries';
import type { GraphFile, RunList } from '../../api/types.gen';
import { addInView } from '../../state/adding';
import { isEnabled, keysOf, perform, useCommands, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import type { Candidate } from '../../state/finder/rank';
import { NOTE } from '../../state/graph/document';
import { nameOf } from '../../state/graph/subgraph/rows';
import { go } from '../../state/route';
import { openGraph } from '../../state/saving/saver';
import { orSay } from '../../state/tabs/start';
import { categoryName } from '../../words/category';
import { showSetting } from '../../state/settings/wanted';
import { titledSettings } from '../../state/settings/titles';
import { otherWords, useTranslation } from '../../words/words';

export type Kind = 'command' | 'graph' | 'node' | 'type' | 'run' | 'setting';

export interface Findable extends Candidate {
  id: string;
  kind: Kind;
  /** Said beside the title, dim. */
  note: string;
  chord?: string | undefined;
  run: () => void;
}

/** Commands first, then what is at hand, then what could be. */
const WEIGHT: Record<Kind, number> = { command: 0, node: 1, graph: 2, setting: 2, run: 3, type: 4 };

/** Everything that the command palette finds. */
export function useFindables(): Findable[] {
  const { t } = useTranslation();
  const commands = useCommands((state) => state.commands);
  const catalog = useCatalog();
  const doc = useEditor((state) => state.doc);
  const graphs = useQuery({ queryKey: ['graphs'], queryFn: ({ signal }) => ask<GraphFile[]>('GET', '/api/graph/list', { signal }), retry: 0 }).data;
  const runs = useQuery({
    queryKey: ['finder-runs'],
    queryFn: ({ signal }) => ask<RunList>('GET', '/api/runs', { query: { limit: 100 }, signal }),
    retry: 0,
  }).data;
  const settings = useSettingRows(t);
  return useMemo(
    () => [
      ...[...commands.values()].filter((one) => !one.isHidden && isEnabled(one)).map((one): Findable => commandRow(one, one.label(t), t)),
      ...doc.nodes.filter((node) => node.type !== NOTE).map((node): Findable => ({
        id: node.id, kind: 'node', title: node.data?.label || node.type, note: node.data?.label ? node.type : '', also: `${node.type} ${node.id} ${catalog.byName.get(node.type)?.name_zh_TW ?? ''}`, weight: WEIGHT.node,
        run: () => showNode(node.id),
      })),
      ...(graphs ?? []).filter((graph) => !graph.unreadable).map((graph): Findable => ({
        id: graph.file, kind: 'graph', title: graph.name, note: '', also: graph.file, weight: WEIGHT.graph,
        run: () => void orSay(openGraph(graph.file)),
      })),
      ...(runs?.runs ?? []).map((run): Findable => ({
        id: run.id, kind: 'run', title: run.name ?? (run.graph_name || run.id.slice(0, 8)), also: `${run.id} ${run.tags.join(' ')} ${run.status}`, weight: WEIGHT.run,
        note: t(`run_status.${run.status}` as 'run_status.running', run.status), run: () => go({ view: 'runs', id: run.id, tab: 'log' }),
      })),
      ...catalog.rows.map((row): Findable => ({
        id: row.node_name, kind: 'type', title: nameOf(row), note: categoryName(row.category), also: `${row.name_zh_TW} ${row.category}`, weight: WEIGHT.type,
        run: () => addInView(row.node_name),
      })),
      ...settings,
    ],
    [commands, doc, graphs, runs, catalog, settings, t],
  );
}

/** Settings by their titles, in the other language too as soon as its words are there. */
function useSettingRows(t: TFunction): Findable[] {
  const [other, setOther] = useState<{ t: TFunction } | null>(null);
  useEffect(() => {
    let isOver = false;
    void otherWords().then((found) => isOver || setOther({ t: found }));
    return () => void (isOver = true);
  }, [t]);
  return useMemo(
    () => titledSettings(t, other?.t ?? t).map(({ id, page, name, title, place, also }): Findable => ({
      id, kind: 'setting', title, note: place, also, weight: WEIGHT.setting, run: () => showSetting(page, name),
    })),
    [t, other],
  );
}

function commandRow(command: Command, title: string, t: TFunction): Findable {
  return {
    id: command.id, kind: 'command', title, note: command.menu ? t(`menu.${command.menu.name}`) : '', also: command.id,
    chord: keysOf(command)[0], weight: WEIGHT.command, run: () => perform(command.id),
  };
}

/** Select a node and go there. */
function showNode(id: string): void {
  go({ view: 'canvas', id: useEditor.getState().open.file });
  useEditor.getState().select([id]);
  requestAnimationFrame(() => perform('view.fit_selection'));
}
