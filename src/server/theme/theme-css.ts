import type { Palette } from './palette.ts';
import type { Surface } from './surface.ts';
import type { ThemeFlags } from './theme-schema.ts';

/** Parts of the header without its colours: what opens from it over the page, and the form navigation. */
const PAGE = ':root[data-kern-theme=light],.sp-menu__body,.sp-service';
const OWN = { header: '.sp-header', footer: '.sp-footer', formNavigation: '.sp-service' } as const;

const EDGELESS = {
  '--border-radius-large': '0',
  '--sp-radius-small': '0',
  '--sp-radius': '0',
  '--sp-radius-large': '0',
  '--sp-radius-round': '0',
};

/** The style sheet of a theme: its colours, named as in ui/styles/tokens.css, and the changes by its flags. */
export function themeCss(palette: Palette, flags: ThemeFlags): string {
  const { band, primaryButton } = palette;
  const own = Object.entries(OWN).map(([part, selector]) =>
    rule(selector, named(changed(palette[part as keyof typeof OWN], palette.page))),
  );
  return [
    rule(PAGE, named(palette.page)),
    rule(':root[data-kern-theme=light]', {
      ...named({
        brand: band.background,
        'on-brand': band.text,
        loading: palette.loading,
        primary: primaryButton.rest,
        'primary-hover': primaryButton.hover,
        'primary-active': primaryButton.active,
        'on-primary': primaryButton.text,
      }),
      ...(!flags.borderRadiusEnabled && EDGELESS),
    }),
    ...own,
    ...rulesOfFlags(flags),
  ].join('');
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

const changed = (part: Surface, page: Surface): Record<string, string> =>
  Object.fromEntries(Object.entries(part).filter(([name, value]) => page[name as keyof Surface] !== value));

const rule = (selector: string, values: Record<string, string>): string =>
  `${selector}{${Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
