import { mix } from './colour.ts';
import type { Scheme } from './feedback-colours.ts';
import { buttonStates, ownSurface, pageSurface, type Surface } from './surface.ts';
import type { Ground, ThemeColours } from './theme-schema.ts';

/** All colours of a theme in one scheme: those of its file and those derived from them. */
export type Palette = {
  scheme: Scheme;
  page: Surface;
  header: Surface;
  footer: Surface;
  formNavigation: Surface;
  band: Ground;
  primaryButton: { rest: string; hover: string; active: string; text: string };
  /** The bar shown while a page is loading. */
  loading: string;
};

export const paletteOf = (colours: ThemeColours, scheme: Scheme): Palette => ({
  scheme,
  page: pageSurface(colours, scheme),
  header: ownSurface(colours.header),
  footer: ownSurface(colours.footer),
  formNavigation: ownSurface(colours.formNavigation),
  band: colours.band,
  primaryButton: { ...buttonStates(colours.primaryButton), text: colours.primaryButton.text },
  loading: mix(colours.background, colours.primary, 0.8),
});
