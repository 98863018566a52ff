import type { ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import type { GraphDocument } from '../../state/graph/document';
import { BOX, mini } from '../../state/onboarding/mini';
import { colourOf as portColour } from '../canvas/PortShape';

const WIDTH = 212;
const HEIGHT = 72;

/** A template in small: its nodes and wires, in the colours of what they give. */
export function MiniGraph({ doc }: { doc: GraphDocument | undefined }): ReactNode {
  const catalog = useCatalog();
  const { boxes, lines, width } = doc ? mini(doc, WIDTH, HEIGHT) : { boxes: [], lines: [], width: BOX.width };
  const colourOf = (type: string): string => {
    const port = catalog.byName.get(type)?.outputs[0];
    return port ? portColour(port.data_type) : 'var(--faint)';
  };
  return (
    <svg className="mini-graph" viewBox={`-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`} aria-hidden>
      {lines.map(({ from, to }) => {
        const [x, y, end] = [from.x + width, from.y + BOX.height / 2, to.y + BOX.height / 2];
        const bend = Math.max(8, (to.x - x) / 2);
        return <path key={`${from.id} ${to.id}`} d={`M${x} ${y}C${x + bend} ${y} ${to.x - bend} ${end} ${to.x} ${end}`} style={{ stroke: colourOf(from.type) }} />;
      })}
      {boxes.map((box) => (
        <g key={box.id} transform={`translate(${box.x} ${box.y})`}>
          <rect width={width} height={BOX.height} rx="2" />
          <rect className="edge" width={width} height="2.5" rx="1" style={{ fill: colourOf(box.type) }} />
        </g>
      ))}
    </svg>
  );
}
