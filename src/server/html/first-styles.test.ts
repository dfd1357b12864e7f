import { describe, expect, it } from 'vitest';
import { firstStyles, splitStyles } from './first-styles.ts';

const first = (css: string, markup = '<main class="page page--wide"><a class="link" href="/">…</a></main>') =>
  firstStyles(css)(markup).css;

describe('the style sheet of a first look', () => {
  it('holds the rules of classes that are there, and all of elements and attributes', () => {
    const rules = 'body{margin:0}.page{top:0}.page--wide .link:hover{left:0}a[href]{color:red}';
    expect(first(rules)).toBe(rules);
  });

  it('leaves out rules of classes that are not there', () => {
    expect(first('.other{top:0}.page .other{top:0}.page.page--narrow{top:0}.link{top:0}')).toBe(
      '.link{top:0}',
    );
  });

  it('keeps a rule when one of its selectors can match', () => {
    expect(first('.other,.link{top:0}')).toBe('.other,.link{top:0}');
  });

  it('asks for no class in parentheses', () => {
    const rules =
      '.link:not(.other){top:0}:is(.other,.link) a{top:0}.page:has(:not(.other) .more){top:0}:is(.a,.b){top:0}';
    expect(first(rules)).toBe(rules);
    expect(first('.other:not(.link){top:0}')).toBe('');
  });

  it('takes nothing for a class that is none', () => {
    const rules = 'a[href$=".pdf"]{top:0}.wide\\:link{top:0}.at\\.link{top:0}';
    expect(first(rules)).toBe(rules);
  });

  it('keeps layers and their order, conditions and animations, and leaves empty groups out', () => {
    expect(
      first(
        '@layer kit,frame;@layer kit{.link{top:0}@media (width>=768px){.page{top:0}.other{top:0}}}@media print{.other{top:0}}@keyframes turn{to{rotate:1turn}}',
      ),
    ).toBe(
      '@layer kit,frame;@layer kit{.link{top:0}@media (width>=768px){.page{top:0}}}@keyframes turn{to{rotate:1turn}}',
    );
  });

  it('is read from what stands in quotation marks as such', () => {
    expect(first('.link:after{content:"}.other{"}.other{top:0}')).toBe('.link:after{content:"}.other{"}');
  });
});

it('fonts are split from the rules, those to be fetched from those of the system', () => {
  const webFonts = '@font-face{font-family:Own;src:url(/own.woff2)}';
  const systemFonts = '@font-face{font-family:Other;src:local(Arial)}';
  expect(splitStyles(`.link{top:0}${webFonts}${systemFonts}${webFonts}.page{top:0}`)).toEqual({
    rules: '.link{top:0}.page{top:0}',
    systemFonts,
    webFonts: webFonts + webFonts,
  });
});
