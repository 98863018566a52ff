import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useCatalog } from '../../api/queries';
import type { NodeRow } from '../../state/graph/catalog';
import { isCard } from '../../state/graph/subgraph/ends';
import { CARD_CATEGORY } from '../../state/graph/subgraph/rows';
import { rowsOf, setOpen, useKept } from '../../state/palette/kept';
import { useSetting } from '../../state/settings/settings';
import { categoryName } from '../../words/category';
import { useTranslation } from '../../words/words';
import { Item } from './Item';

interface Props {
  add: (type: string) => void;
  /** The palette: while one is at it, nothing moves under the pointer. */
  whole: RefObject<HTMLElement | null>;
}

/** Favourites, what was used last, then every category. */
export function Groups({ add, whole }: Props): ReactNode {
  const { t } = useTranslation();
  const catalog = useCatalog();
  const favourites = useSetting('favourites');
  const recent = useSteadyRecent(whole);
  const chosen = rowsOf(catalog, favourites);
  const last = rowsOf(catalog, recent).filter((row) => !favourites.includes(row.node_name));
  const cards = [CARD_CATEGORY.preset, CARD_CATEGORY.subgraph].map((name) => ({
    name, rows: catalog.rows.filter((row) => row.category === name && isCard({ type: row.node_name })),
  }));
  return (
    <>
      {chosen.length > 0 && <Group name="favourites" title={t('at_hand.favourites')} rows={chosen} add={add} place="favourite" begins />}
      {last.length > 0 && <Group name="recent" title={t('at_hand.recent')} rows={last} add={add} place="recent" begins />}
      {chosen.length + last.length > 0 && <hr className="between" />}
      {[...catalog.categories, ...cards].map(({ name, rows }) => rows.length > 0 && (
        <Group key={name} name={name} title={categoryName(name)} rows={rows} add={add} begins={name === 'Training' || name === 'Data'} />
      ))}
    </>
  );
}

interface GroupProps {
  name: string;
  title: string;
  rows: readonly NodeRow[];
  add: (type: string) => void;
  place?: 'item' | 'favourite' | 'recent';
  /** Open until the person closes it. */
  begins: boolean;
}

function Group({ name, title, rows, add, place = 'item', begins }: GroupProps): ReactNode {
  const isOpen = useKept(({ open }) => open[name]) ?? begins;
  return (
    <section>
      <button type="button" className="category" aria-expanded={isOpen} onClick={() => setOpen(name, !isOpen)} data-testid={`palette-group-${name}`}>
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        {title}
        <span className="count">{rows.length}</span>
      </button>
      {isOpen && rows.map((row) => <Item key={row.node_name} row={row} add={add} place={place} />)}
    </section>
  );
}

/** What was used last, as it was when one came to the palette: adding several does not push the next one away. */
function useSteadyRecent(whole: RefObject<HTMLElement | null>): readonly string[] {
  const recent = useKept((state) => state.recent);
  const [steady, setSteady] = useState(recent);
  useEffect(() => {
    const palette = whole.current!;
    const look = (): void => {
      if (!palette.matches(':hover') && !palette.querySelector('.list :focus-visible')) setSteady(useKept.getState().recent);
    };
    look();
    // when it is left, the browser says so a moment before it holds
    const soon = (): void => void requestAnimationFrame(look);
    for (const left of ['pointerleave', 'focusout', 'dragend']) palette.addEventListener(left, soon);
    return () => {
      for (const left of ['pointerleave', 'focusout', 'dragend']) palette.removeEventListener(left, soon);
    };
  }, [whole, recent]);
  return steady;
}
