import type { ReactNode } from 'react';
import { isDesktop } from '../../api/desktop';
import { openFile, openFromDisk } from '../../state/desktop/files';

const ID = 'file-picker';

/** Takes a graph file of this computer; `pickFile` opens the dialog for it: the browser's, or in our window the system's. */
export function FilePicker(): ReactNode {
  return (
    <input
      id={ID} type="file" accept=".json,application/json" hidden data-testid="graph-file"
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        event.currentTarget.value = '';
        if (file) void openFile(file);
      }}
    />
  );
}

/** Let the person choose a file; the graph in it is opened. */
export function pickFile(): void {
  if (isDesktop()) void openFromDisk();
  else document.getElementById(ID)?.click();
}
