import { describe, expect, it } from 'vitest';
import type { LoginProviderId } from '#domain/login.ts';
import { forLogins } from './for-logins.ts';
import { htmlOf } from './markdown.ts';

const shownFor = (text: string, logins: readonly LoginProviderId[]) =>
  forLogins({ file: 'de.md', line: 1, text }, logins).shown;
const faultsOf = (text: string, line = 1) =>
  forLogins({ file: 'de.md', line, text }, []).faults.map((fault) => `${fault.line}: ${fault.reason}`);

const TEXT = `Always.
<!-- login: nkb sk -->
An account.
<!-- /login -->
<!-- no login: nkb sk -->
No account.
<!-- /login -->
`;

describe('a part for some logins', () => {
  it.each<[LoginProviderId[], string]>([
    [['nkb', 'elster', 'sk', 'eid'], 'Always.\nAn account.\n'],
    [['nkb'], 'Always.\nAn account.\n'],
    [['sk'], 'Always.\nAn account.\n'],
    [['eid'], 'Always.\nNo account.\n'],
    [['elster'], 'Always.\nNo account.\n'],
    [[], 'Always.\nNo account.\n'],
  ])('shows with one of them: %j', (logins, shown) => {
    expect(shownFor(TEXT, logins)).toBe(shown);
  });

  it('stands within a line, and in another', () => {
    const inLine =
      'With <!-- login: nkb -->the account<!-- /login --><!-- no login: nkb -->the card<!-- /login -->.';
    expect([shownFor(inLine, ['nkb']), shownFor(inLine, [])]).toEqual([
      'With the account.',
      'With the card.',
    ]);
    const nested = 'a<!-- login: nkb -->b<!-- no login: eid -->c<!-- /login -->d<!-- /login -->e';
    expect([['nkb'], ['nkb', 'eid'], ['eid']].map((it) => shownFor(nested, it as LoginProviderId[]))).toEqual(
      ['abcde', 'abde', 'ae'],
    );
  });

  it('leaves no trace in a list, and other comments alone', () => {
    const list = '- a\n<!-- login: nkb -->\n- b\n<!-- /login -->\n- c\n<!-- a note of the editors -->';
    const html = htmlOf({ file: 'de.md', line: 1, text: list }, 'page', ['nkb']).html;
    expect(html).not.toContain('<p>');
    expect(html.match(/<li>/g)).toHaveLength(3);
    expect(shownFor(list, [])).toBe('- a\n- c\n<!-- a note of the editors -->');
  });

  it('is checked wherever it does not show, by the line that it stands in', () => {
    const text = 'a\n<!-- login: nkb -->\n[b](ftp://b)\n<!-- /login -->\n[c](/d)';
    const made = htmlOf({ file: 'de.md', line: 11, text }, 'page', []);
    expect(made.html).not.toContain('b');
    expect(made.faults).toEqual([{ file: 'de.md', line: 13, reason: expect.stringContaining('ftp://b') }]);
    const links = htmlOf(
      { file: 'de.md', line: 1, text: 'a<!-- login: nkb -->[b](/gone)<!-- /login -->' },
      'page',
      [],
    ).links;
    expect(links.map(({ href }) => href)).toEqual(['/gone']);
  });
});

it.each<[string, string[]]>([
  ['a <!-- login: nbk --> b <!-- /login -->', ['1: "nbk" is not one of nkb, elster, sk, eid']],
  ['a\n<!-- login: nkb -->\nb', ['2: there is no <!-- /login -->']],
  ['a\n\n<!-- /login -->', ['3: there is no <!-- login: … --> before this']],
  ['a <!-- logins: nkb --> b', ['1: expected <!-- login: … -->, <!-- no login: … --> or <!-- /login -->']],
  ['a <!-- No Login: nkb --> b', ['1: expected <!-- login: … -->, <!-- no login: … --> or <!-- /login -->']],
  ['a <!-- login: nkb, sk --> b', ['1: expected <!-- login: … -->, <!-- no login: … --> or <!-- /login -->']],
  ['<!-- login: nkb -->b<!-- /login -->', ['1: there is no text where the configured logins are: none']],
  ['<!-- no login: nkb -->b<!-- /login -->', ['1: there is no text where the configured logins are: nkb']],
])('a mark that does not do what it should is a fault: %s', (text, reasons) => {
  expect(faultsOf(text)).toEqual(reasons);
});
