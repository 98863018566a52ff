/** What stands in a field and cannot be read: a run would begin with another value than the one that is seen. */
import { useSession } from './session';

/** Whether there is such a field: it has the focus then, and the run is refused for it, as the server refuses others. */
export function isFieldWrong(): boolean {
  const field = document.querySelector<HTMLElement>('[data-testid="inspector"] [aria-invalid="true"]');
  if (!field) return false;
  field.focus();
  const name = field.dataset['testid']?.replace('inspector-param-', '') ?? '';
  useSession.setState({ refused: { code: 'field_unread', params: { name }, text: '' } });
  return true;
}
