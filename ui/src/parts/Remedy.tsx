import type { ReactNode } from 'react';
import type { Problem } from '../state/problems/problems';
import { give, remedyOf } from '../state/problems/remedies';
import { useTranslation } from '../words/words';

/** The button that does something about a problem; nothing where one has to do it by hand. */
export function Remedy({ problem }: { problem: Problem }): ReactNode {
  const { t } = useTranslation();
  const remedy = remedyOf(problem);
  return remedy && <button type="button" className="btn small" onClick={() => give(remedy)} data-testid={`remedy-${remedy}`}>{t(`remedy.${remedy}`)}</button>;
}
