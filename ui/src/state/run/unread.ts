/** What stands in a field and cannot be read: a run would begin with another value than the one that is seen. */
import { toast } from '../toasts';

/** Whether there is such a field; it has the focus then, and it is said why nothing began. */
export function isFieldWrong(): boolean {
  const field = document.querySelector<HTMLElement>('[data-testid="inspector"] [aria-invalid="true"]');
  if (!field) return false;
  field.focus();
  const name = field.dataset['testid']?.replace('inspector-param-', '') ?? '';
  toast({ tone: 'error', text: (t) => t('inspect.run_wrong', { name }) });
  return true;
}
