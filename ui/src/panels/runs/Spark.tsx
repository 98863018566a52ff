import type { ReactNode } from 'react';
import type { Spark as Values } from '../../api/runSets';
import { limitOf, within } from '../../state/outputs/sane';

const WIDTH = 48;
const HEIGHT = 20;
const EDGE = 2;

/** The course of a metric in a cell: no axes, no figures; gaps where there was no number. */
export function Spark({ values, colour }: { values: Values | undefined; colour: string | undefined }): ReactNode {
  if (!values?.some((value) => value !== null)) return <span className="dim">–</span>;
  return (
    <svg className="spark" width={WIDTH} height={HEIGHT} aria-hidden style={colour ? { stroke: colour } : undefined}>
      <path d={pathOf(values)} />
    </svg>
  );
}

/** As an SVG path within the cell, with gaps for what is far beyond the rest, too; a lone value is a short stroke. */
export function pathOf(given: Values): string {
  const values = within(given, limitOf(given));
  const numbers = values.filter((value): value is number => value !== null);
  const least = Math.min(...numbers);
  const span = Math.max(...numbers) - least || 1;
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  let path = '';
  let isOn = false;
  values.forEach((value, at) => {
    if (value !== null) {
      const y = numbers.length === 1 ? HEIGHT / 2 : HEIGHT - EDGE - 1 - ((value - least) / span) * (HEIGHT - 2 * EDGE - 2);
      path += `${isOn ? 'L' : 'M'}${(EDGE + at * step).toFixed(1)} ${y.toFixed(1)}`;
      if (!isOn && (values[at + 1] ?? null) === null) path += 'h2';
    }
    isOn = value !== null;
  });
  return path;
}
