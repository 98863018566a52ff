import type { ReactNode } from 'react';
import { useDevices } from '../../../api/queue';
import { readDevice } from '../../../state/fields/reading';
import { OfferField } from './OfferField';
import type { FieldProps } from './props';

/** A device: those that the node names and that are here are offered; any other name of one can be typed. */
export function DeviceField(props: FieldProps): ReactNode {
  const { data } = useDevices();
  const here = (data?.devices ?? []).filter(({ available }) => available);
  const notes = new Map(here.map(({ value, label }) => [value, value === label ? '' : label]));
  const offers = [...new Set([...props.param.options, ...notes.keys()])].map((value) => ({ value, note: notes.get(value) ?? '' }));
  return <OfferField {...props} offers={offers} read={readDevice} />;
}
