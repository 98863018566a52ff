import { useConnection } from '../state/connection';
import { useTranslation } from '../words/words';

export interface NeedsServer {
  disabled: boolean;
  title: string | undefined;
}

/** What a button has whose work the server does: while it is away the button is off, and says so, before it is pressed. title: what it says else. */
export function useNeedsServer(title?: string): NeedsServer {
  const { t } = useTranslation();
  const isUp = useConnection((state) => state.link === 'up');
  return { disabled: !isUp, title: isUp ? title : t('bar.needs_server') };
}
