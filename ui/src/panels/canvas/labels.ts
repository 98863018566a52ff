/** What React Flow says by itself to those who listen, in the language of the window. */
import type { AriaLabelConfig } from '@xyflow/react';
import type { TFunction } from 'i18next';

export function labelsOf(t: TFunction): Partial<AriaLabelConfig> {
  return {
    'node.a11yDescription.default': t('canvas.about_node'),
    'node.a11yDescription.keyboardDisabled': t('canvas.about_node'),
    'node.a11yDescription.ariaLiveMessage': () => '',
    'edge.a11yDescription.default': t('canvas.about_wire'),
    'minimap.ariaLabel': t('canvas.minimap'),
    'handle.ariaLabel': t('canvas.port'),
  };
}
