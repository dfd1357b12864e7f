import { feedbackProperties } from './feedback-colours.ts';
import type { Palette } from './palette.ts';
import type { Surface } from './surface.ts';
import type { ThemeFlags } from './theme-schema.ts';

const ROOT = ':root[data-kern-theme=light]';
/** Parts of the header without its colours: what opens from it over the page, and the form navigation. */
const PAGE = `${ROOT},.sp-menu__body,.sp-service`;
const OWN = { header: '.sp-header', footer: '.sp-footer', formNavigation: '.sp-service' } as const;
type Own = keyof typeof OWN;
/** Where a theme shows its logos. */
const MARK = { header: '.sp-mark img', footer: '.sp-footer img' } as const;
export type LogoPart = keyof typeof MARK;

const EDGELESS = {
  '--border-radius-large': '0',
  '--sp-radius-small': '0',
  '--sp-radius': '0',
  '--sp-radius-large': '0',
  '--sp-radius-round': '0',
};

/** A theme's palettes, and the parts whose logo is drawn for light and dark grounds. */
export type ThemeLooks = { light: Palette; dark: Palette; adaptive: readonly LogoPart[] };

/**
 * The style sheet of a theme: its colours, named as in ui/styles/tokens.css, on light pages and on dark ones, and the
 * changes by its flags. Paper is light.
 */
export function themeCss({ light, dark, adaptive }: ThemeLooks, flags: ThemeFlags): string {
  const onDark = [...rulesOfPage(dark), ...rulesOfParts(dark, light), ...platesOf(light, dark, adaptive)];
  return [
    ...rulesOfPage(light),
    ...(flags.borderRadiusEnabled ? [] : [rule(ROOT, EDGELESS)]),
    ...rulesOfParts(light),
    `@media screen and (prefers-color-scheme:dark){${onDark.join('')}}`,
    ...rulesOfFlags(flags),
  ].join('');
}

function rulesOfPage({ scheme, page, band, primaryButton, loading }: Palette): string[] {
  return [
    rule(PAGE, named(page)),
    rule(
      ROOT,
      named({
        brand: band.background,
        'on-brand': band.text,
        loading,
        primary: primaryButton.rest,
        'primary-hover': primaryButton.hover,
        'primary-active': primaryButton.active,
        'on-primary': primaryButton.text,
        ...feedbackProperties(scheme),
      }),
    ),
  ];
}

/** Parts with their own ground: what differs from the page, also what differed before a rule that this one follows. */
function rulesOfParts(palette: Palette, before = palette): string[] {
  return (Object.keys(OWN) as Own[]).map((part) => {
    const differs = ([name, value]: [string, string]) =>
      value !== palette.page[name as keyof Surface] ||
      before[part][name as keyof Surface] !== before.page[name as keyof Surface];
    return rule(OWN[part], named(Object.fromEntries(Object.entries(palette[part]).filter(differs))));
  });
}

/** A logo drawn for a light ground alone keeps that ground around it. */
function platesOf(light: Palette, dark: Palette, adaptive: readonly LogoPart[]): string[] {
  return (Object.keys(MARK) as LogoPart[])
    .filter((part) => light[part].ground !== dark[part].ground && !adaptive.includes(part))
    .map((part) => {
      const { ground } = light[part];
      return rule(MARK[part], { background: ground, 'box-shadow': `0 0 0 4px ${ground}` });
    });
}

function rulesOfFlags(flags: ThemeFlags): string[] {
  const rules: string[] = [];
  if (!flags.uppercaseDisabled) {
    rules.push(
      rule('.kern-btn .kern-label,.sp-navigation a,.sp-footer__title', {
        'text-transform': 'uppercase',
        'letter-spacing': '.04em',
      }),
    );
  }
  if (!flags.linkUnderlineEnabled) {
    rules.push(
      rule(':is(.sp-link,.sp-prose a,.sp-footer a):not(:hover,:focus-visible)', {
        'text-decoration': 'none',
      }),
    );
  }
  if (!flags.btnShadowDisabled) {
    rules.push(
      rule('.kern-btn:is(.kern-btn--primary,.kern-btn--secondary):not(:focus-visible)', {
        'box-shadow': '0 2px 4px rgb(0 0 0/28%)',
      }),
    );
  }
  if (flags.formNavShadowEnabled) {
    rules.push(rule('.sp-service', { position: 'relative', 'box-shadow': '0 3px 8px rgb(0 0 0/18%)' }));
  }
  return rules;
}

const named = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--sp-${name}`, value]));

const rule = (selector: string, values: Record<string, string>): string =>
  `${selector}{${Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
