import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { shown } from '../../state/commands/chord';
import { keysOf } from '../../state/commands/commands';
import type { NodeRow } from '../../state/graph/catalog';
import { isCard } from '../../state/graph/subgraph/ends';
import { nameOf } from '../../state/graph/subgraph/rows';
import { toggleFavourite } from '../../state/palette/kept';
import { useSetting } from '../../state/settings/settings';
import { categoryName } from '../../words/category';
import { useTranslation } from '../../words/words';
import { CardIcon } from '../canvas/CardIcon';
import { startDrag } from '../canvas/dropping';
import { colourOf } from '../canvas/PortShape';
import { FAVOURITE } from './favourite';

interface Props {
  row: NodeRow;
  add: (type: string) => void;
  /** Of what, for tests: a type can stand in several places. */
  place?: 'item' | 'favourite' | 'recent';
  withCategory?: boolean;
}

/** The words with the key that does the same, if there is one. */
function withKey(said: string): string {
  const [key] = keysOf(FAVOURITE);
  return key ? `${said} (${shown(key)})` : said;
}

/** A node type: a press adds it, the star beside it keeps it among the favourites. */
export const Item = memo(function Item({ row, add, place = 'item', withCategory }: Props): ReactNode {
  const { t } = useTranslation();
  const type = row.node_name;
  const isFavourite = useSetting('favourites').includes(type);
  const name = nameOf(row);
  const star = t(isFavourite ? 'at_hand.unstar' : 'at_hand.star', { name });
  return (
    <div className="node-line" data-offers={type} data-favourite={isFavourite || undefined} style={{ '--type': colourOf(row.outputs[0]?.data_type ?? 'ANY') } as CSSProperties}>
      <button
        type="button" className="item" draggable aria-describedby="palette-hover" data-testid={`palette-${place}-${type}`}
        onDragStart={(event) => startDrag(event, type)} onClick={() => add(type)}
      >
        {isCard({ type }) ? <CardIcon type={type} /> : <i className="square" />}
        <span className="cut">{name}</span>
        {withCategory && <span className="count">{categoryName(row.category)}</span>}
      </button>
      {/* not a stop of its own: the arrow to the right leads to it, and there is a key for it */}
      <button
        type="button" className="star" tabIndex={-1} aria-pressed={isFavourite} aria-label={star} title={withKey(star)}
        data-testid={`palette-star-${place}-${type}`} onClick={() => toggleFavourite(type)}
      >
        {isFavourite ? <IconStarFilled size={14} aria-hidden /> : <IconStar size={14} aria-hidden />}
      </button>
    </div>
  );
});
