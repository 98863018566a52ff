/** Ways to look at the graph, by name and key: near, far, all of it, what is selected, as a list. */
import { useEffect } from 'react';
import { register, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { toggle, useView } from '../../state/view/view';
import { useCamera, type Camera } from './camera';

/** Make them known while there is a canvas. */
export function useViewCommands(): void {
  const camera = useCamera();
  useEffect(() => register(commandsOf(camera)), [camera]);
}

function commandsOf(camera: Camera): Command[] {
  const isCanvas = (): boolean => !useView.getState().isList;
  const hasNodes = (): boolean => isCanvas() && useEditor.getState().doc.nodes.length > 0;
  const zoom = { scope: 'canvas', menu: { name: 'view', group: 0 }, isEnabled: hasNodes } as const;
  return [
    {
      id: 'view.list', label: (t) => t('view.list'), keys: ['l'], scope: 'canvas', menu: { name: 'view', group: 1 },
      isChecked: () => useView.getState().isList, run: () => toggle('isList'),
    },
    { id: 'view.zoom_in', label: (t) => t('canvas.zoom_in'), keys: ['+', '='], ...zoom, repeats: true, run: () => camera.zoomBy(1) },
    { id: 'view.zoom_out', label: (t) => t('canvas.zoom_out'), keys: ['-'], ...zoom, repeats: true, run: () => camera.zoomBy(-1) },
    { id: 'view.actual', label: (t) => t('view.actual'), keys: ['0'], ...zoom, run: () => camera.zoomTo(1) },
    { id: 'view.fit', label: (t) => t('canvas.fit'), keys: ['f'], ...zoom, run: camera.fit },
    {
      id: 'view.fit_selection', label: (t) => t('view.fit_selection'), keys: ['shift+f'], ...zoom,
      isEnabled: () => isCanvas() && useEditor.getState().selected.size > 0, run: camera.fitSelection,
    },
    {
      id: 'view.minimap', label: (t) => t('view.minimap'), keys: ['m'], scope: 'canvas', menu: { name: 'view', group: 1 },
      isEnabled: isCanvas, isChecked: () => useView.getState().hasMiniMap, run: () => toggle('hasMiniMap'),
    },
    {
      id: 'view.lock', label: (t) => t('view.lock'), scope: 'canvas', menu: { name: 'view', group: 1 },
      isEnabled: () => isCanvas() && !useView.getState().isNarrow, isChecked: () => useView.getState().isLocked, run: () => toggle('isLocked'),
    },
  ];
}
