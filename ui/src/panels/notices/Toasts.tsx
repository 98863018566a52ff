import { IconCheck, IconExclamationCircle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { useBottom } from '../../state/bottom';
import { useRoute } from '../../state/route';
import { dismiss, useToasts, type Toast } from '../../state/toasts';
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
  useEffect(() => {
    for (const one of all) if (!shown.includes(one)) dismiss(one.id);
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
      <div role="status">{shown.filter((one) => one.tone !== 'error').map((one) => <Row key={one.id} toast={one} isHeld={isHeld} />)}</div>
      <div role="alert">{shown.filter((one) => one.tone === 'error').map((one) => <Row key={one.id} toast={one} isHeld={isHeld} />)}</div>
    </section>
  );
}

function Row({ toast, isHeld }: { toast: Toast; isHeld: boolean }): ReactNode {
  const { t } = useTranslation();
  useReasons((state) => state.sentences); // what is said comes later than the language
  const Sign = SIGNS[toast.tone];
  useEffect(() => {
    if (isHeld || toast.tone === 'error') return;
    const timer = setTimeout(() => dismiss(toast.id), STAYS);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  return (
    <div className="toast float" data-testid="toast" data-status={toast.tone}>
      <Sign size={16} aria-hidden />
      <span className="text">{toast.text(t)}</span>
      {toast.action && (
        <button
          type="button" className="btn small" data-testid="toast-action"
          onClick={() => {
            dismiss(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label(t)}
        </button>
      )}
      <button type="button" className="btn icon small" aria-label={t('dialog.close')} onClick={() => dismiss(toast.id)} data-testid="toast-close">
        <IconX size={14} aria-hidden />
      </button>
    </div>
  );
}
