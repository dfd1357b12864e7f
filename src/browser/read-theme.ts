import { type PortalTheme, THEME_ID } from '#contract/theme.ts';

/** The theme that the page was made with. */
export const readTheme = (): PortalTheme =>
  JSON.parse(document.getElementById(THEME_ID)?.textContent ?? '') as PortalTheme;
