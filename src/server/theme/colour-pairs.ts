import { contrast } from './colour.ts';
import { feedback, type Scheme } from './feedback-colours.ts';
import type { Palette } from './palette.ts';
import type { Surface } from './surface.ts';
import type { ThemeColours, ThemeFlags } from './theme-schema.ts';

/** WCAG 2.2: 1.4.3 text, 1.4.11 non-text elements that must be visible (fields, icons, focus). */
const TEXT = 4.5;
const SIGN = 3;

/** Two colours that meet on a page. */
export type ColourPair = {
  /** The colour of the theme file that it comes from. */
  key: keyof ThemeColours;
  /** The elements in which they meet. */
  what: string;
  colour: string;
  /** The colour that it must stand out from. */
  from: string;
  /** The minimum ratio. */
  needed: number;
};

/** Every pair of colours that meets on a page, except disabled elements, as in WCAG. */
export function colourPairs(
  { scheme, page, header, footer, formNavigation, band, primaryButton, loading }: Palette,
  { linkUnderlineEnabled }: Pick<ThemeFlags, 'linkUnderlineEnabled'>,
): ColourPair[] {
  const pairs: ColourPair[] = [
    ...pairsOfPage(page, scheme),
    ...pairsOfOwn('header', header),
    ...pairsOfOwn('footer', footer),
    ...pairsOfOwn('formNavigation', formNavigation),
    { key: 'band', what: 'text of the band', colour: band.text, from: band.background, needed: TEXT },
    { key: 'band', what: 'messages on the page', colour: band.background, from: page.ground, needed: SIGN },
    { key: 'primary', what: 'loading bar', colour: loading, from: page.ground, needed: SIGN },
    {
      key: 'primaryButton',
      what: 'button on the page',
      colour: primaryButton.rest,
      from: page.ground,
      needed: SIGN,
    },
    ...(['rest', 'hover', 'active'] as const).map((state) => ({
      key: 'primaryButton' as const,
      what: `label of the main button (${state})`,
      colour: primaryButton.text,
      from: primaryButton[state],
      needed: TEXT,
    })),
    ...(['success', 'warning'] as const).map((kind) => ({
      key: 'formNavigation' as const,
      what: `sign of the saved state (${kind})`,
      colour: feedback[scheme][kind].colour,
      from: formNavigation.ground,
      needed: SIGN,
    })),
  ];
  if (!linkUnderlineEnabled) {
    // Without underline only the colour distinguishes a link from the text around it (WCAG technique G183).
    const what = 'links without underline beside text';
    pairs.push({ key: 'primary', what, colour: page.action, from: page.text, needed: SIGN });
  }
  return pairs;
}

/** The pairs with too little contrast, with their ratio. */
export const failingPairs = (pairs: readonly ColourPair[]): (ColourPair & { ratio: number })[] =>
  pairs
    .map((pair) => ({ ...pair, ratio: contrast(pair.colour, pair.from) }))
    .filter(({ ratio, needed }) => ratio < needed);

function pairsOfPage(page: Surface, scheme: Scheme): ColourPair[] {
  const signs = Object.entries(feedback[scheme]);
  const grounds = {
    'the page': page.ground,
    'quiet ground': page.hued,
    'tinted ground': page['info-ground'],
    ...Object.fromEntries(signs.map(([kind, { ground }]) => [`${kind} ground`, ground])),
  };
  const pairs = Object.entries(grounds).flatMap(([name, from]): ColourPair[] => [
    { key: 'text', what: `text on ${name}`, colour: page.text, from, needed: TEXT },
    { key: 'primary', what: `links on ${name}`, colour: page.action, from, needed: TEXT },
    { key: 'primary', what: `visited links on ${name}`, colour: page.visited, from, needed: TEXT },
    { key: 'primary', what: `focus ring on ${name}`, colour: page.focus, from, needed: SIGN },
  ]);
  for (const [name, from] of Object.entries(grounds).slice(0, 3)) {
    pairs.push(
      { key: 'text', what: `muted text on ${name}`, colour: page.muted, from, needed: TEXT },
      { key: 'text', what: `edges of fields on ${name}`, colour: page['line-strong'], from, needed: SIGN },
      ...signs.map(([kind, { colour }]) => ({
        key: 'background' as const,
        what: `${kind} colour on ${name}`,
        colour,
        from,
        needed: kind === 'danger' ? TEXT : SIGN,
      })),
    );
  }
  return [
    ...pairs,
    { key: 'text', what: 'text on sunken ground', colour: page.text, from: page.sunken, needed: TEXT },
    {
      key: 'primary',
      what: 'quiet button under the pointer',
      colour: page.action,
      from: page.tint,
      needed: TEXT,
    },
    ...labelsOfSecondary('secondaryButton', page),
    {
      key: 'secondaryButton',
      what: 'second button on the page',
      // Its background or its border.
      colour: furthest(page.ground, page['secondary-ground'], page.secondary),
      from: page.ground,
      needed: SIGN,
    },
  ];
}

function pairsOfOwn(key: 'header' | 'footer' | 'formNavigation', surface: Surface): ColourPair[] {
  return [
    { key, what: 'text', colour: surface.text, from: surface.ground, needed: TEXT },
    { key, what: 'muted text', colour: surface.muted, from: surface.ground, needed: TEXT },
    { key, what: 'focus ring', colour: surface.focus, from: surface.ground, needed: SIGN },
    ...labelsOfSecondary(key, surface),
  ];
}

const furthest = (from: string, one: string, other: string): string =>
  contrast(from, one) > contrast(from, other) ? one : other;

const labelsOfSecondary = (key: ColourPair['key'], surface: Surface): ColourPair[] =>
  (
    [
      ['rest', surface['secondary-ground']],
      ['hover', surface['secondary-hover']],
    ] as const
  ).map(([state, from]) => ({
    key,
    what: `label of the second button (${state})`,
    colour: surface.secondary,
    from,
    needed: TEXT,
  }));
