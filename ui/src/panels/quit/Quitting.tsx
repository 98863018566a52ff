import { Suspense, useEffect, type ReactNode } from 'react';
import { lazy } from '../../parts/lazy';
import { whenDesktop } from '../../api/desktop';
import { useQuitting } from '../../state/quit/quitting';

const load = (): Promise<typeof import('./QuitDialog')> => import('./QuitDialog');
const QuitDialog = lazy(() => load().then((module) => ({ default: module.QuitDialog })));

/** The question before our window is left. Fetched ahead, since the server may be away when it is needed. */
export function Quitting(): ReactNode {
  const isAsking = useQuitting((state) => state.asked !== null);
  useEffect(() => {
    void whenDesktop().then(load).then(
      () => useQuitting.setState({ canAsk: true }),
      () => undefined, // the window asks by a box of the system then
    );
  }, []);
  return isAsking && <Suspense fallback={null}><QuitDialog /></Suspense>;
}
