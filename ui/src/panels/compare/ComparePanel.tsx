import { useMemo, useState, type ReactNode } from 'react';
import { useGraphs, useRunsById } from '../../api/runSets';
import { useCatalog } from '../../api/queries';
import type { Run } from '../../api/types.gen';
import { go } from '../../state/route';
import { useCompare } from '../../state/runs/compare';
import type { Look } from '../../state/runs/curves';
import { differencesOf, type Differences } from '../../state/runs/diff';
import { CompareHead } from './CompareHead';
import { CurvesView } from './CurvesView';
import { DifferenceList } from './DifferenceList';
import { ParallelView } from './ParallelView';
import { TableView } from './TableView';
import './compare.css';

/** What every view of a comparison is given: runs by place. */
export interface Compared {
  ids: readonly string[];
  /** undefined for one that is not known yet, or gone. */
  runs: readonly (Run | undefined)[];
  differences: Differences;
}

/** Two to twenty runs side by side: their curves, and in what they differ. isDrawer: below the list, else all of the view. */
export function ComparePanel({ isDrawer }: { isDrawer: boolean }): ReactNode {
  const ids = useCompare((state) => state.ids);
  const view = useCompare((state) => state.view);
  const [look, setLook] = useState<Look>({ axis: 'step', smoothing: 0, isLog: false });
  const runs = useRunsById(ids);
  const graphs = useGraphs(ids);
  const catalog = useCatalog();
  const differences = useMemo(
    () => differencesOf(graphs, runs, (type, param) => catalog.byName.get(type)?.params.find(({ name }) => name === param)?.default),
    [graphs, runs, catalog],
  );
  const compared: Compared = { ids, runs, differences };
  const close = (): void => {
    useCompare.getState().close();
    if (!isDrawer) go({ view: 'runs' });
  };
  return (
    <section className={isDrawer ? 'compare drawer' : 'compare'} data-testid="compare" data-view={view} onMouseLeave={() => useCompare.getState().hover(null)}>
      <CompareHead compared={compared} view={view} look={look} setLook={setLook} isDrawer={isDrawer} close={close} />
      <div className="compare-body">
        {view === 'curves' && <CurvesView compared={compared} look={look} />}
        {view === 'curves' && <aside className="compare-side"><DifferenceList compared={compared} /></aside>}
        {view === 'params' && <div className="compare-wide"><DifferenceList compared={compared} /></div>}
        {view === 'parallel' && <ParallelView compared={compared} />}
        {view === 'table' && <TableView compared={compared} />}
      </div>
    </section>
  );
}
