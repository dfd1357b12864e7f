import { describe, expect, it } from 'vitest';
import { paletteOf } from './palette.ts';
import { themeCss } from './theme-css.ts';
import type { ThemeFlags } from './theme-schema.ts';

const light = { background: '#ffffff', text: '#111111' };
const palette = paletteOf({
  primary: '#0b6339',
  text: '#111111',
  background: '#ffffff',
  band: { background: '#7a5200', text: '#ffffff' },
  header: { background: '#0d4f30', text: '#ffffff' },
  footer: light,
  formNavigation: light,
  primaryButton: { background: '#0b6339', text: '#ffffff' },
  secondaryButton: { background: '#ffffff', text: '#0b6339' },
});
const plain: ThemeFlags = {
  borderRadiusEnabled: true,
  uppercaseDisabled: true,
  linkUnderlineEnabled: true,
  formNavShadowEnabled: false,
  formNavSectionsDisabled: false,
  btnShadowDisabled: true,
};
/** Values a selector is given. */
const rulesOf = (css: string, selector: string) =>
  css
    .split('}')
    .map((rule) => rule.split('{'))
    .filter(([name]) => name === selector)
    .map(([, body]) => body)
    .join(';');

describe('the style sheet of a theme', () => {
  const css = themeCss(palette, plain);

  it('gives the page its colours', () => {
    const page = rulesOf(css, ':root[data-kern-theme=light],.sp-menu__body,.sp-service');
    expect(page).toContain('--sp-action:#0b6339');
    expect(page).toContain('--sp-ground:#ffffff');
    expect(rulesOf(css, ':root[data-kern-theme=light]')).toContain('--sp-brand:#7a5200');
  });

  it('gives the header its own, and the same to everything in it', () => {
    const header = rulesOf(css, '.sp-header');
    for (const name of ['text', 'action', 'focus', 'secondary'])
      expect(header).toContain(`--sp-${name}:#ffffff`);
    expect(header).toContain('--sp-ground:#0d4f30');
  });

  it('holds nothing that a reader could be harmed by', () => {
    expect(css).not.toMatch(/[<>@]|url\(/);
  });

  const changed = (flags: Partial<ThemeFlags>) => themeCss(palette, { ...plain, ...flags }).replace(css, '');

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
