import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Mantine's ten steps, all from our accent: only steps 4 to 6 are ever seen. */
const accent: MantineColorsTuple = [
  '#eef1ff', '#dbe1ff', '#b7c2ff', '#94a5ff', '#7c93ff', '#7c93ff', '#3b5bdb', '#3350c4', '#2b44a8', '#22378a',
];

export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { dark: 5, light: 6 },
  autoContrast: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { md: 'var(--lh)' },
  defaultRadius: 4,
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Mantine's own colours, set to our tokens: its dimmed text is below 4.5:1 in both schemes. */
export const variables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--app)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-default': 'var(--inset)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--ctl)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-placeholder': 'var(--faint)',
    '--mantine-color-error': 'var(--t-fail)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-shadow-md': 'var(--shadow)',
    '--mantine-shadow-xl': 'var(--shadow)',
  };
  return { variables: {}, light: shared, dark: shared };
};
