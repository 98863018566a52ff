/** Leads from a run to one of its nodes: on the canvas that follows it, else in the run's own graph. */
import { placeOf } from '../graph/subgraph/places';
import { useEditor } from '../editor';
import { usePresets } from '../presets';
import { activate, goToFront } from '../saving/saver';
import { orSay } from '../tabs/start';
import { useTabs } from '../tabs/tabs';
import { toast } from '../toasts';
import { useWanted } from '../view/wanted';

/** Bring it into sight and select it; where the graph has it no more, that is said. */
export async function showNode(run: string, node: string): Promise<void> {
  const { tabs, active } = useTabs.getState();
  const tab = tabs.find((one) => one.run === run && one.id === active) ?? tabs.find((one) => one.run === run);
  if (!tab) {
    await (await import('../tabs/looking')).lookAt({ of: 'run', run });
    if (useEditor.getState().readOnly === null) return; // it is not to be had, and that was said
  }
  if (tab && tab.id !== active) await orSay(activate(tab.id, false));
  goToFront();
  const place = placeOf(useEditor.getState().root, node, usePresets.getState().shelf);
  if (place) useWanted.setState({ place });
  else toast({ text: (t) => t('told.node_gone') });
}
