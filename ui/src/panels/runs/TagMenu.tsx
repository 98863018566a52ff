import { IconPlus, IconTag } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useFacets } from '../../api/runSets';
import type { Run } from '../../api/types.gen';
import { useNeedsServer } from '../../parts/needsServer';
import { useTranslation } from '../../words/words';
import { CheckRow } from './CheckRow';
import { Popup } from './Popup';

const MOST_SHOWN = 40;

interface Props {
  runs: readonly Run[];
  /** Give a tag to all of them, or take it away from all. */
  change: (tag: string, isOn: boolean) => void;
  /** Opens upwards. */
  isUp?: boolean;
}

/** Tags of the selected runs: on for all, on for some, off; and a new one by typing. */
export function TagMenu({ runs, change, isUp = false }: Props): ReactNode {
  const { t } = useTranslation();
  const { tags } = useFacets();
  const off = useNeedsServer().title;
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const known = [...new Set([...runs.flatMap((run) => run.tags), ...tags.map(({ value }) => value)])];
  const shown = known.filter((tag) => tag.toLowerCase().includes(wanted.toLowerCase())).slice(0, MOST_SHOWN);
  const stateOf = (tag: string): boolean | 'mixed' => {
    const count = runs.filter((run) => run.tags.includes(tag)).length;
    return count === runs.length ? true : count === 0 ? false : 'mixed';
  };
  return (
    <Popup label={<><IconTag size={14} aria-hidden />{t('runs.tag')}</>} title={t('runs.tags')} className="bare small" testid="runs-tag" isUp={isUp} off={off}>
      {(close) => (
        <>
          <label className="field small">
            <input
              value={typed}
              maxLength={64}
              placeholder={t('runs.tag_name')}
              aria-label={t('runs.tag_name')}
              data-testid="runs-tag-name"
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || wanted === '') return;
                change(wanted, true);
                close();
              }}
            />
          </label>
          <div className="popup-list">
            {wanted !== '' && !known.includes(wanted) && (
              <button type="button" className="check-row" onClick={() => (change(wanted, true), close())} data-testid="runs-tag-new">
                <IconPlus size={14} aria-hidden />
                <span className="cut">{t('runs.tag_new', { tag: wanted })}</span>
              </button>
            )}
            {shown.map((tag) => <CheckRow key={tag} label={tag} state={stateOf(tag)} press={() => change(tag, stateOf(tag) !== true)} testid={`runs-tag-${tag}`} />)}
          </div>
        </>
      )}
    </Popup>
  );
}
