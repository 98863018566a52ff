/** Colours of frames and notes by name; files of others have colours of their own, which become ours. */
import { COLOURS, type Colour } from '../../state/graph/frames';

const TOKENS: Record<Colour, string> = {
  grey: 'var(--any)', blue: 'var(--tensor)', purple: 'var(--model)', green: 'var(--dataset)', orange: 'var(--optimizer)',
  red: 'var(--loss_fn)', yellow: 'var(--list)',
};

/** The token of a colour; of one that is no name of ours, that of `otherwise`. */
export function tokenOf(colour: unknown, otherwise: Colour = 'grey'): string {
  return TOKENS[COLOURS.find((one) => one === colour) ?? otherwise];
}
