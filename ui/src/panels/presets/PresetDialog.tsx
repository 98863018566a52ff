import { useState, type ReactNode } from 'react';
import { create } from 'zustand';
import { useCatalog } from '../../api/queries';
import { Dialog } from '../../parts/Dialog';
import { useEditor } from '../../state/editor';
import { START } from '../../state/graph/document';
import { standFor } from '../../state/graph/subgraph/stand';
import { createPreset, portable, usePresets } from '../../state/presets';
import { toast } from '../../state/toasts';
import { categoryName } from '../../words/category';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import './presets.css';

/** Whether the dialog is open, and of which nodes the preset will be. */
export const usePresetDialog = create<{ ids: ReadonlySet<string> | null }>(() => ({ ids: null }));

export function PresetDialog(): ReactNode {
  const ids = usePresetDialog((state) => state.ids);
  return ids && <Form ids={ids} close={() => usePresetDialog.setState({ ids: null })} />;
}

/** Save nodes as a preset of the server, which every graph can use. */
function Form({ ids, close }: { ids: ReadonlySet<string>; close: () => void }): ReactNode {
  const { t } = useTranslation();
  const { categories } = useCatalog();
  const [name, setName] = useState('');
  const [category, setCategory] = useState('Custom');
  const [description, setDescription] = useState('');
  const [tags, setTags] = useState('');
  const [stands, setStands] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    if (name.trim() === '' || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { doc } = useEditor.getState();
      const nodes = doc.nodes.filter((node) => ids.has(node.id) && node.type !== START);
      const there = new Set(nodes.map((node) => node.id));
      const edges = doc.edges.filter((edge) => there.has(edge.source) && there.has(edge.target));
      const about = { name: name.trim(), category: category.trim() || 'Custom', description, tags: tags.split(/[,，、]/).map((tag) => tag.trim()).filter(Boolean) };
      const made = portable(await createPreset(about, { nodes, edges }));
      const hidden = stands ? stand(made) : null;
      toast(hidden
        ? { text: (words) => words('preset.saved_only', { name: about.name, ...hidden }) }
        : { tone: 'done', text: (words) => words('preset.saved', { name: about.name }) });
      close();
    } catch (error) {
      setProblem(sentenceOf(t, error));
      setBusy(false);
    }
  };

  /** Puts the card where the nodes are; answers the port that stands in the way. */
  const stand = (made: ReturnType<typeof portable>): { node: string; port: string } | null => {
    const { root, path, changeRoot, select } = useEditor.getState();
    const done = standFor(root, path, ids, made, usePresets.getState().shelf);
    if (done === null || !('card' in done)) return done;
    changeRoot('preset', () => done.root);
    select([done.card]);
    return null;
  };

  return (
    <Dialog
      title={t('preset.save')} onClose={close} testId="preset-dialog"
      foot={
        <>
          <button type="button" className="btn" onClick={close}>{t('preset.cancel')}</button>
          <button type="button" className="btn primary" disabled={name.trim() === '' || isBusy} onClick={() => void save()} data-testid="preset-save">{t('preset.do_save')}</button>
        </>
      }
    >
      <p className="dim">{t('preset.about')}</p>
      <form
        className="preset-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Text label={t('preset.name')} id="preset-name" value={name} set={setName} isFirst />
        <Text label={t('preset.category')} id="preset-category" value={category} set={setCategory} list={categories.map((one) => one.name)} />
        <Text label={t('preset.description')} id="preset-description" value={description} set={setDescription} />
        <Text label={t('preset.tags')} id="preset-tags" value={tags} set={setTags} />
        <label className="check">
          <input type="checkbox" checked={stands} onChange={(event) => setStands(event.currentTarget.checked)} data-testid="preset-stands" />
          {t('preset.stands')}
        </label>
        <button type="submit" hidden />
      </form>
      {problem && <p role="alert" className="wrong" data-testid="preset-problem">{problem}</p>}
    </Dialog>
  );
}

interface TextProps {
  label: string;
  id: string;
  value: string;
  set: (value: string) => void;
  list?: readonly string[];
  isFirst?: boolean;
}

function Text({ label, id, value, set, list, isFirst = false }: TextProps): ReactNode {
  return (
    <div className="preset-row">
      <label htmlFor={id}>{label}</label>
      <span className="field">
        <input
          id={id} value={value} autoFocus={isFirst} maxLength={200} autoComplete="off" list={list && `${id}-list`} data-testid={id}
          onChange={(event) => set(event.currentTarget.value)}
        />
      </span>
      {list && <datalist id={`${id}-list`}>{list.map((one) => <option key={one} value={one}>{categoryName(one)}</option>)}</datalist>}
    </div>
  );
}
