import { useState, type ReactNode } from 'react';
import { TwoPress } from '../../parts/TwoPress';
import { deletePreset, usePresets } from '../../state/presets';
import { categoryName } from '../../words/category';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';

/** The presets that the server has; one's own can be deleted. */
export function PresetList(): ReactNode {
  const { t } = useTranslation();
  const rows = usePresets((state) => state.rows);
  const [problem, setProblem] = useState<unknown>(null);
  const remove = (name: string): void => {
    setProblem(null);
    deletePreset(name).catch(setProblem);
  };
  if (rows.length === 0) return <p className="dim" data-testid="packs-presets">{t('packs.no_presets')}</p>;
  return (
    <>
      {problem !== null && <p role="alert" className="settings-told wrong" data-testid="presets-problem">{sentenceOf(t, problem)}</p>}
      <ul className="settings-list" data-testid="packs-presets">
        {rows.map(({ preset_name: name, bundled, category, nodes }) => (
          <li key={name} data-testid={`preset-row-${name}`}>
            <span className="col grow">
              <b className="cut">{name}</b>
              <span className="dim">{[categoryName(String(category ?? '')), t('preset.holds', { count: nodes.length }), bundled && t('preset.bundled')].filter(Boolean).join(' · ')}</span>
            </span>
            {!bundled && <TwoPress label={t('packs.delete')} warning={t('preset.delete_warning')} act={() => remove(name)} className="small" testid={`preset-delete-${name}`} />}
          </li>
        ))}
      </ul>
    </>
  );
}
