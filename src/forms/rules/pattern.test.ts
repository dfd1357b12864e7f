import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternFault } from '../schema/pattern-fault.ts';
import { matchesPattern } from './pattern.ts';

const native = (source: string, text: string) => new RegExp(`^${source}$`).test(text);

describe('a pattern', () => {
  it.each([
    ['[0-9]{5}', ['24103', '2410', '241031', 'x24103', '24103\n', '']],
    ['([0-9]{2}[.])?[0-9]{4}', ['1984', '07.1984', '7.1984', '07.', '071984']],
    [
      '(https?://)?[A-Za-z0-9.\\-]+\\.[A-Za-z]{2,}(/.*)?',
      ['a.de', 'https://a.b.de/x y', 'http://', 'a.d', '.de', 'a.de/\n'],
    ],
    ['[A-Z][a-zäöüß]+(-[A-Z][a-zäöüß]+)*', ['Müller', 'Müller-Lüdenscheidt', 'Müller-', '-', 'müller']],
    ['(a|)', ['a', '', 'b']],
    ['(|a)(b||c)', ['', 'a', 'ac', 'b', 'cb']],
    ['(?:ab)+?c??', ['ab', 'ababc', 'abcc', 'c']],
    ['(?<year>\\d{4})', ['2026', '20']],
    ['a{0}b{2,3}c{1,}', ['bbc', 'bbbccc', 'bbbbc', 'bc', 'abbc']],
    ['[A-Z]{1}[0-9]{1,1}', ['A1', 'A', 'AA1']],
    ['[^]', ['\n', 'a', '', 'aa']],
    ['[]', ['', 'a', ']']],
    ['[\\]\\[^-]+', [']', '[^-', 'a']],
    ['.', ['a', '\n', '\u2028', '😀']],
    ['..', ['😀', 'ab']],
    ['[😀]{2}', ['😀', '😁']],
    ['\\x41\\u00e4\\t\\0\\cJ', ['Aä\t\0\n', 'A']],
    ['[\\1-\\3]', ['\x01', '1']],
    ['\\.\\-\\/\\$\\{\\}', ['.-/$'.concat('{}'), 'x']],
    ['a{,2}b}]{', ['a{,2}b}]{', 'aab']],
    ['^[0-9]+$', ['12', 'a']],
    ['((^a|b)c$|d)', ['ac', 'bc', 'd', 'xac']],
    ['\\bab\\b \\Bc', ['ab c', 'ab  c']],
    ['a\\b-\\bb', ['a-b', 'ab']],
    ['\\s*(\\S+(\\s+|$)){2,3}', ['eins zwei', ' a b c ', 'a', 'a b c d', '']],
    ['(?=\\s*(\\S+(\\s+|$)){0,2}$)[a-z ]+', ['eins zwei', 'eins zwei drei', 'EINS', '']],
    ['(?=.*\\d)(?!.*[<>]).{3,}', ['abc1', 'abc', '1', 'a1>b', '1b\n']],
    ['^(?!0)[0-9]+', ['10', '01', '']],
    ['(?!)a', ['a', '']],
    ['(a*)*(b?)+(|c*)+', ['aab', '', 'ccc', 'd']],
  ])('%s matches as everywhere', (source, texts) => {
    expect(patternFault(source)).toBeNull();
    for (const text of texts)
      expect([text, matchesPattern(source, text)]).toEqual([text, native(source, text)]);
  });

  it.each([
    // Patterns known for endless backtracking.
    ['([a-z]+)*', 'a'],
    ['(([A-Za-z]+)[ -]?)+', 'a'],
    ['(a|a)*', 'a'],
    ['(a|aa)+', 'a'],
    ['(.*)*', 'a'],
    ['(a?a?){20}', 'a'],
    ['(a{1,10}){1,10}', 'a'],
    ['((a*)*)*', 'a'],
    ['.*.*.*.*.*=', '='],
    ['\\s*\\s*\\s*\\s*x', ' '],
    ['(?=(a+)+b)a*', 'a'],
    ['(a+)+$', 'a'],
  ])('%s ends, whatever the text', (source, letter) => {
    expect(patternFault(source)).toBeNull();
    // With backtracking this does not end today.
    expect(matchesPattern(source, `${letter.repeat(950)}!`)).toBe(source === '(.*)*');
  });

  it.each([
    ['(a)\\1', 'a reference to a part of the text (\\1)'],
    ['(?<a>a)\\k<a>', 'a reference to a part of the text (\\k)'],
    ['a(?=b)b', '(?= in the middle'],
    ['(a|(?!b)c)', '(?! in the middle'],
    ['(?<=a)b', 'looking back'],
    ['(?<!a)b', 'looking back'],
    ['\\p{L}+', '\\p'],
    ['[\\p{L}]+', '\\p'],
    ['\\u{e4}', '\\u'],
    ['\\x4', '\\x'],
    ['\\c', '\\c'],
    ['\\h', '\\h'],
    ['((a{100}){100}){100}', 'too high'],
    ['(((){999}){999}){999}', 'too high'],
    ['a{99999999}', 'too high'],
    ['a'.repeat(2001), 'longer than 2,000'],
    [`${'('.repeat(900)}a${')'.repeat(900)}`.repeat(2), 'longer than 2,000'],
  ])('%s is refused', (source, reason) => expect(patternFault(source)).toContain(reason));

  it.each(['[a', '(', 'a)', '*', 'a**', '\\'])('%s is none', (source) =>
    expect(patternFault(source)).toBe('this is no regular expression'),
  );
});

it('a pattern may have as many letters as its limit says', () =>
  expect(patternFault('a'.repeat(2_000))).toBeNull());

it('a text that is too long to match is not looked at', () => {
  const text = 'a'.repeat(2_000);
  expect([matchesPattern('a*', text), matchesPattern('a*', `${text}a`)]).toEqual([true, false]);
  expect([matchesPattern('a*', `${text}a`, 1_001), matchesPattern('a*', `${text}aaa`, 1_001)]).toEqual([
    true,
    false,
  ]);
});

it.each([
  // As many words as a long answer has.
  ['\\s*(\\S+(\\s+|$)){0,1000}', 5_000],
  ['[a-z]{0,9000}x', 10_000],
  ['(([A-Za-z]+)[ -]?)+', 100_000],
])('high counts alone are no fault: %s', (source, maxLength) =>
  expect(patternFault(source, maxLength)).toBeNull(),
);

it('counts in counts that would take long are refused, for texts that are long enough', () => {
  expect(patternFault('(.{0,900}){0,20}')).toContain('too high');
  expect(patternFault('(?=(.{0,900}){0,20}x).*')).toContain('too high');
  expect(patternFault('([äöü]{0,100})*')).toBeNull();
  expect(patternFault('([äöü]{0,100})*', 9_000)).toContain('too high');
});

it('what was not decided for long does not match', () => {
  const text = `${'a'.repeat(1_900)}b`;
  expect(matchesPattern('(.{0,300}.{0,300})*b', text)).toBe(false);
  expect(matchesPattern('(.{0,300}.{0,300})*b', text.slice(1_000))).toBe(true);
});

const atoms = ['a', 'b', '.', '\\w', '\\d', '[ab]', '[^a]', '\\s', '$', '^', '\\b', '\\B', ''];
const counts = ['', '*', '+', '?', '{0}', '{2}', '{1,}', '{0,2}', '{1,3}', '*?', '+?'];
const { source } = fc.letrec<{ source: string }>((tie) => ({
  source: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(fc.constantFrom(...atoms), fc.constantFrom(...counts))
      .map(([atom, count]) => (['', '$', '^', '\\b', '\\B'].includes(atom) ? atom : atom + count)),
    fc.tuple(tie('source'), tie('source')).map(([one, other]) => one + other),
    fc
      .tuple(tie('source'), tie('source'), fc.constantFrom(...counts))
      .map(([one, other, count]) => `(${one}|${other})${count}`),
    fc.tuple(tie('source'), fc.constantFrom(...counts)).map(([one, count]) => `(?:${one})${count}`),
  ),
}));

it('any pattern matches as everywhere', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '\n', '-'), maxLength: 7 }), {
    minLength: 4,
    maxLength: 8,
  });
  const heads = fc.constantFrom('', '(?=', '(?!');
  fc.assert(
    fc.property(heads, source, source, texts, (head, looked, rest, all) => {
      const pattern = head === '' ? rest : `${head}${looked})${rest}`;
      fc.pre(pattern.length < 60);
      expect(patternFault(pattern)).toBeNull();
      for (const text of all) {
        expect([pattern, text, matchesPattern(pattern, text)]).toEqual([
          pattern,
          text,
          native(pattern, text),
        ]);
      }
    }),
    { numRuns: 1000 },
  );
});
