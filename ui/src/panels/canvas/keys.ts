import { useEffect } from 'react';
import { useEditor } from '../../state/editor';
import * as edits from '../../state/graph/edits';
import { execute } from '../../state/run/session';

/** The canvas's keys. None of them works while somebody writes, or composes a character. */
export function useCanvasKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented || isField(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return; // its keys come first
      if (handle(event)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function handle(event: KeyboardEvent): boolean {
  const editor = useEditor.getState();
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key === 'Enter') {
    if (editor.doc.nodes.length > 0) execute(editor.doc);
    return true;
  }
  if (isCommand && event.code === 'KeyZ') {
    if (event.shiftKey) editor.redo();
    else editor.undo();
    return true;
  }
  if (isCommand && event.code === 'KeyY') {
    editor.redo();
    return true;
  }
  if (isCommand && event.code === 'KeyA') {
    editor.select(editor.doc.nodes.map((node) => node.id));
    return true;
  }
  if (event.key === 'Delete' || event.key === 'Backspace') {
    const { selected, selectedWires } = editor;
    editor.change('delete', (doc) => edits.removeEdges(edits.removeNodes(doc, selected), selectedWires));
    return selected.size + selectedWires.size > 0;
  }
  if (event.key === 'Escape') {
    editor.select([]);
    editor.selectWires([]);
    return true;
  }
  if (!isCommand && event.code === 'KeyB' && editor.selected.size > 0) {
    editor.change('bypass', (doc) => edits.toggleBypass(doc, editor.selected));
    return true;
  }
  return false;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
