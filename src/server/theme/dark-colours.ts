import { contrast, opposite } from './colour.ts';
import { colourPairs, failingPairs } from './colour-pairs.ts';
import { oklchOf, shownHexOf } from './oklch.ts';
import { paletteOf } from './palette.ts';
import type { Ground, ThemeColours, ThemeFlags } from './theme-schema.ts';

/** Lightness of a dark page, and of the text on it (OKLCH). */
const PAGE = 0.19;
const WRITTEN = 0.95;
/** Lightness of names and links, where contrast does not need another one. */
const COLOURED = 0.78;
/** Grounds and text are almost grey: a strong colour would tire the eye. */
const FAINT = 0.02;
const STEP = 0.01;

/**
 * Derives the colours of dark pages from those of light ones (docs/themes.md). Hues stay; the lightness is chosen so
 * that all pairs of colours have the contrast that they need. A part that is dark on light pages stays as it is.
 * @param given colours that the theme itself gives for dark pages: they are taken as they are
 */
export function darkColours(
  colours: ThemeColours,
  given: Partial<ThemeColours>,
  flags: Pick<ThemeFlags, 'linkUnderlineEnabled'>,
): ThemeColours {
  const background = given.background ?? faint(colours.text, PAGE);
  const written = given.text ?? (flags.linkUnderlineEnabled ? faint(colours.background, WRITTEN) : '#ffffff');
  const darkened = (ground: Ground): Ground => (isDark(ground) ? ground : darkGround(ground, background));
  const dark = {
    background,
    text: written,
    primary: colours.primary,
    band: standingOut(colours.band, background),
    header: darkened(colours.header),
    footer: darkened(colours.footer),
    formNavigation: darkened(colours.formNavigation),
    primaryButton: standingOut(colours.primaryButton, background),
    secondaryButton: isDark(colours.secondaryButton)
      ? colours.secondaryButton
      : darkGround(colours.secondaryButton, background),
    ...given,
  };
  return { ...dark, primary: given.primary ?? linkColour(dark, flags) };
}

const isDark = ({ background, text }: Ground): boolean =>
  oklchOf(background).lightness < oklchOf(text).lightness;

const faint = (colour: string, lightness: number): string => {
  const { chroma, hue } = oklchOf(colour);
  return shownHexOf({ lightness, chroma: Math.min(chroma, FAINT), hue });
};

/** A light part becomes as dark as the page, or a little lighter if it is darker than white; its name keeps its hue. */
function darkGround({ background, text }: Ground, page: string): Ground {
  const { lightness, chroma, hue } = oklchOf(background);
  const isGrey = chroma < FAINT;
  const tint = isGrey ? oklchOf(page) : { chroma: FAINT, hue };
  const raised = oklchOf(page).lightness + 1 - lightness;
  const name = oklchOf(text);
  return {
    background: shownHexOf({ ...tint, lightness: Math.min(raised, 0.3) }),
    text: shownHexOf({ ...name, lightness: Math.max(COLOURED, 1 - name.lightness * 0.5) }),
  };
}

/** A filled part that must be seen on the page becomes lighter until it is; its label stays if it can be read. */
function standingOut({ background, text }: Ground, page: string): Ground {
  const { lightness, ...hue } = oklchOf(background);
  const candidates = Array.from({ length: 100 }, (_, step) => lightness + step * STEP);
  const filled =
    [background, ...candidates.map((light) => shownHexOf({ ...hue, lightness: Math.min(light, 1) }))].find(
      (colour) => contrast(colour, page) >= 3.1,
    ) ?? opposite(page);
  return { background: filled, text: contrast(filled, text) >= 4.6 ? text : opposite(filled) };
}

/** The darkest colour of the hue, from that of coloured names on, that links can have on all grounds of the page. */
function linkColour(dark: ThemeColours, flags: Pick<ThemeFlags, 'linkUnderlineEnabled'>): string {
  const { chroma, hue } = oklchOf(dark.primary);
  const lightest = Math.round((1 - COLOURED) / STEP);
  const upwards = Array.from({ length: lightest + 1 }, (_, step) => COLOURED + step * STEP);
  // Without underline a link must also be told from the white text around it.
  const downwards = Array.from({ length: 20 }, (_, step) => COLOURED - step * STEP);
  const candidates = [...(flags.linkUnderlineEnabled ? upwards : downwards)].map((lightness) =>
    shownHexOf({ lightness, chroma, hue }),
  );
  const suits = (primary: string) =>
    failingPairs(colourPairs(paletteOf({ ...dark, primary }, 'dark'), flags)).every(
      ({ key }) => key !== 'primary',
    );
  return candidates.find(suits) ?? candidates[0]!;
}
