import type { ThemeColours } from '../theme-schema.ts';

/** Colours of a theme that stand out from one another, for tests that change some. */
export const colours: ThemeColours = {
  primary: '#2044aa',
  text: '#131525',
  background: '#ffffff',
  band: { background: '#12306e', text: '#ffffff' },
  header: { background: '#ffffff', text: '#12306e' },
  footer: { background: '#f3f4f7', text: '#131525' },
  formNavigation: { background: '#eff3fa', text: '#131525' },
  primaryButton: { background: '#2044aa', text: '#ffffff' },
  secondaryButton: { background: '#ffffff', text: '#2044aa' },
};
