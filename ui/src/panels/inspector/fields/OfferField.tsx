import { IconChevronDown } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Reading } from '../../../state/fields/reading';
import { useTranslation } from '../../../words/words';
import { OneLine } from './OneLine';
import type { FieldProps } from './props';

/** A value that is offered, with what is known of it. */
export interface Offer {
  value: string;
  note?: string;
}

interface Props extends FieldProps {
  offers: readonly Offer[];
  read?: (text: string) => Reading;
  /** The list is shown from now on. */
  opened?: () => void;
  /** Said where there is nothing to offer. */
  nothing?: string;
  /** Below the list. */
  children?: ReactNode;
}

/** A text with a list of what it may well be: the arrow keys or the chevron open it, typing narrows it. */
export function OfferField({ offers, opened, nothing, children, ...props }: Props): ReactNode {
  const { t } = useTranslation();
  const drop = useRef(() => undefined as void);
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const shown = offers.filter(({ value }) => value.toLowerCase().includes(typed.toLowerCase()));
  const isShown = isOpen && (shown.length > 0 || children !== undefined);
  const open = (): void => {
    if (!isOpen) opened?.();
    setOpen(true);
    setTyped('');
    setActive(offers.findIndex(({ value }) => value === props.value));
  };
  const choose = (offer: Offer): void => {
    drop.current();
    props.change(offer.value);
    setOpen(false);
  };
  const press = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const offer = isOpen ? shown[active] : undefined;
    if (step !== undefined && isOpen) setActive(Math.min(shown.length - 1, Math.max(0, active + step)));
    else if (step !== undefined) open();
    else if (event.key === 'Enter' && offer) choose(offer);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return (
    <span className="control offering" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget ?? document.activeElement) && setOpen(false)}>
      <OneLine
        {...props} press={press} dropper={drop}
        typed={(text) => {
          if (!isOpen) opened?.();
          setOpen(true);
          setTyped(text);
          setActive(-1);
        }}
        aria={{ role: 'combobox', 'aria-expanded': isShown, 'aria-controls': isShown ? listId : undefined, 'aria-activedescendant': isShown && active >= 0 ? `${listId}-${active}` : undefined }}
      >
        <button
          type="button" className="reset" tabIndex={-1} aria-label={t('param.offers', { name: props.param.name })} data-testid={`offers-${props.param.name}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            document.getElementById(props.id)?.focus();
            if (isOpen) setOpen(false);
            else open();
          }}
        >
          <IconChevronDown size={14} aria-hidden />
        </button>
      </OneLine>
      {isShown && (
        <div className="offers float" onMouseDown={(event) => event.preventDefault()}>
          <div role="listbox" id={listId} aria-label={t('param.offers', { name: props.param.name })} className="offers-list">
            {shown.map((offer, at) => (
              <div
                key={offer.value} id={`${listId}-${at}`} role="option" className="offer" aria-selected={at === active} data-testid={`offer-${offer.value}`}
                ref={(row) => {
                  if (at === active) row?.scrollIntoView({ block: 'nearest' });
                }}
                onClick={() => choose(offer)}
              >
                <span className="cut">{offer.value}</span>
                <span className="dim cap">{offer.note}</span>
              </div>
            ))}
          </div>
          {shown.length === 0 && <p className="dim cap offers-none">{nothing}</p>}
          {children}
        </div>
      )}
    </span>
  );
}
