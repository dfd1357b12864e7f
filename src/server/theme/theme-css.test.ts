import { describe, expect, it } from 'vitest';
import { darkColours } from './dark-colours.ts';
import { paletteOf } from './palette.ts';
import { type ThemeLooks, themeCss } from './theme-css.ts';
import type { ThemeColours, ThemeFlags } from './theme-schema.ts';

const ROOT = ':root[data-kern-theme=light]';
const PAGE = `${ROOT},.sp-menu__body,.sp-service`;
const light = { background: '#ffffff', text: '#111111' };
const colours: ThemeColours = {
  primary: '#0b6339',
  text: '#111111',
  background: '#ffffff',
  band: { background: '#7a5200', text: '#ffffff' },
  header: { background: '#0d4f30', text: '#ffffff' },
  footer: light,
  formNavigation: light,
  primaryButton: { background: '#0b6339', text: '#ffffff' },
  secondaryButton: { background: '#ffffff', text: '#0b6339' },
};
const plain: ThemeFlags = {
  borderRadiusEnabled: true,
  uppercaseDisabled: true,
  linkUnderlineEnabled: true,
  formNavShadowEnabled: false,
  formNavSectionsDisabled: false,
  btnShadowDisabled: true,
};
const looksOf = (changes: Partial<ThemeColours> = {}, given: Partial<ThemeColours> = {}): ThemeLooks => {
  const all = { ...colours, ...changes };
  return {
    light: paletteOf(all, 'light'),
    dark: paletteOf(darkColours(all, given, plain), 'dark'),
    adaptive: [],
  };
};
const onDark = (css: string) =>
  /@media screen and \(prefers-color-scheme:dark\)\{(.*?\})\}/.exec(css)?.[1] ?? '';
/** Values a selector is given on light pages. */
const rulesOf = (css: string, selector: string) => rulesIn(css.replace(onDark(css), ''), selector);
const rulesIn = (css: string, selector: string) =>
  css
    .split('}')
    .map((rule) => rule.split('{'))
    .filter(([name]) => name === selector)
    .map(([, body]) => body)
    .join(';');

describe('the style sheet of a theme', () => {
  const css = themeCss(looksOf(), plain);

  it('gives the page its colours', () => {
    const page = rulesOf(css, PAGE);
    expect(page).toContain('--sp-action:#0b6339');
    expect(page).toContain('--sp-ground:#ffffff');
    expect(rulesOf(css, ROOT)).toContain('--sp-brand:#7a5200');
  });

  it('gives the header its own, and the same to everything in it', () => {
    const header = rulesOf(css, '.sp-header');
    for (const name of ['text', 'action', 'focus', 'secondary'])
      expect(header).toContain(`--sp-${name}:#ffffff`);
    expect(header).toContain('--sp-ground:#0d4f30');
  });

  it('gives dark pages the same names with other values, and paper those of light pages', () => {
    const page = rulesIn(onDark(css), PAGE);
    const names = (rules: string) => rules.match(/--[\w-]+/g) ?? [];
    expect(names(page)).toEqual(names(rulesOf(css, PAGE)));
    expect(page).toContain(`--sp-ground:${looksOf().dark.page.ground}`);
    expect(rulesIn(onDark(css), ROOT)).toContain('--sp-danger:#ea7060');
    expect(rulesOf(css, ROOT)).toContain('--sp-danger:#c31c13');
  });

  /** Values in a part as a browser resolves them: its own, or those of the page. */
  const seen = (of: string, selector: string) => {
    const valuesOf = (rules: string) =>
      Object.fromEntries(rules.split(';').map((one) => one.replace('--sp-', '').split(':')));
    return {
      ...valuesOf(rulesOf(of, PAGE)),
      ...valuesOf(rulesIn(onDark(of), PAGE)),
      ...valuesOf(rulesOf(of, selector)),
      ...valuesOf(rulesIn(onDark(of), selector)),
    };
  };

  it.each([
    ['the same on both', { background: '#0d4f30', text: '#ffffff' }],
    ['white on light pages', { background: '#ffffff', text: '#111111' }],
    ['tinted on light pages', { background: '#cfe8d4', text: '#0d4f30' }],
  ])('gives a header that is %s all its colours on dark pages', (_, header) => {
    const looks = looksOf({ header });
    expect(seen(themeCss(looks, plain), '.sp-header')).toMatchObject(looks.dark.header);
  });

  it('gives a header that differs on light pages alone all its colours on dark pages', () => {
    const black = { background: '#000000', text: '#ffffff' };
    const looks = looksOf({}, { ...black, header: black });
    expect(seen(themeCss(looks, plain), '.sp-header')).toMatchObject(looks.dark.header);
  });

  it('keeps the light ground around a logo that is drawn for it alone', () => {
    const plate = '.sp-footer img{background:#ffffff;box-shadow:0 0 0 4px #ffffff}';
    expect(onDark(css)).toContain(plate);
    expect(rulesOf(css, '.sp-footer img')).toBe('');
    // The header is dark on light pages already.
    expect(css).not.toContain('.sp-mark img');
    expect(themeCss({ ...looksOf(), adaptive: ['footer'] }, plain)).not.toContain('.sp-footer img');
  });

  it('holds nothing that a reader could be harmed by', () => {
    expect(css.replace('@media screen', '')).not.toMatch(/[<>@]|url\(/);
  });

  const changed = (flags: Partial<ThemeFlags>) =>
    themeCss(looksOf(), { ...plain, ...flags }).replace(css, '');

  it.each([
    ['borderRadiusEnabled', false, '--sp-radius:0'],
    ['uppercaseDisabled', false, 'text-transform:uppercase'],
    ['linkUnderlineEnabled', false, ':not(:hover,:focus-visible){text-decoration:none}'],
    ['formNavShadowEnabled', true, '.sp-service{position:relative;box-shadow:'],
    ['btnShadowDisabled', false, ':not(:focus-visible){box-shadow:'],
  ] as const)('changes with %s', (flag, value, rule) => {
    expect(css).not.toContain(rule);
    expect(changed({ [flag]: value })).toContain(rule);
  });
});
