import { IconCheck, IconExclamationCircle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { useBottom } from '../../state/bottom';
import { useRoute } from '../../state/route';
import { dismiss, MOST_TOASTS, useToasts, type Toast } from '../../state/toasts';
import { useReasons } from '../../words/reasons';
import { useTranslation } from '../../words/words';
import './notices.css';

/** Milliseconds that an answer stays on the screen; errors stay until they are closed. */
const STAYS = 5000;

const SIGNS = { plain: IconInfoCircle, done: IconCheck, error: IconExclamationCircle };

/** Short answers over the foot of the canvas, above what lies below it; over a run they stand at its head, since what is
 * new in its log comes at the foot. They wait while the pointer or the focus is on one. */
export function Toasts(): ReactNode {
  const all = useToasts((state) => state.shown);
  const [isHeld, setHeld] = useState(false);
  const { t } = useTranslation();
  const { view, id } = useRoute();
  const { isOpen, height } = useBottom();
  const lift = view === 'canvas' && isOpen ? height : 0;
  // a run that is looked at says itself what became of it
  const shown = all.filter(({ about }) => about === undefined || view !== 'runs' || about !== id);
  const groups = grouped(shown, (one) => (one.tone === 'error' ? one.text(t) : String(one.id))).slice(-MOST_TOASTS);
  useEffect(() => {
    const seen = new Set(groups.flatMap(({ ids }) => ids));
    for (const { id: one } of all) if (!seen.has(one)) dismiss(one);
  });
  useEffect(() => {
    if (shown.length === 0) setHeld(false); // what was held has gone with its pointer
  }, [shown.length]);
  return (
    <section
      className="toasts" aria-label={t('notice.toasts')} data-place={view === 'runs' && id ? 'head' : 'foot'}
      style={{ '--lift': `${lift}px` } as CSSProperties}
      onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}
    >
      {/* both are there from the start: a region that comes with its text is not read out */}
      <div role="status">{groups.filter(({ toast }) => toast.tone !== 'error').map((one) => <Row key={one.toast.id} {...one} isHeld={isHeld} />)}</div>
      <div role="alert">{groups.filter(({ toast }) => toast.tone === 'error').map((one) => <Row key={one.toast.id} {...one} isHeld={isHeld} />)}</div>
    </section>
  );
}

interface Group {
  /** The one that came last: what it offers is what can be done now. */
  toast: Toast;
  ids: readonly number[];
}

/** Those that say the same are one; `said` tells what of one is the same. */
function grouped(shown: readonly Toast[], said: (toast: Toast) => string): Group[] {
  const found = new Map<string, Group>();
  for (const toast of shown) {
    const key = said(toast);
    const ids = [...(found.get(key)?.ids ?? []), toast.id];
    found.delete(key);
    found.set(key, { toast, ids });
  }
  return [...found.values()];
}

function Row({ toast, ids, isHeld }: Group & { isHeld: boolean }): ReactNode {
  const { t } = useTranslation();
  useReasons((state) => state.sentences); // what is said comes later than the language
  const Sign = SIGNS[toast.tone];
  useEffect(() => {
    if (isHeld || toast.tone === 'error') return;
    const timer = setTimeout(() => ids.forEach(dismiss), STAYS);
    return () => clearTimeout(timer);
    // one more of the same begins anew
  }, [isHeld, toast, ids.length]);
  return (
    <div className="toast float" data-testid="toast" data-status={toast.tone}>
      <Sign size={16} aria-hidden />
      <span className="text">{toast.text(t)}</span>
      {ids.length > 1 && <span className="again dim" data-testid="toast-count">{`×${ids.length}`}</span>}
      {toast.action && (
        <button
          type="button" className="btn small" data-testid="toast-action"
          onClick={() => {
            ids.forEach(dismiss);
            toast.action?.run();
          }}
        >
          {toast.action.label(t)}
        </button>
      )}
      <button type="button" className="btn icon small" aria-label={t('dialog.close')} onClick={() => ids.forEach(dismiss)} data-testid="toast-close">
        <IconX size={14} aria-hidden />
      </button>
    </div>
  );
}
