import { describe, expect, test } from 'vitest';
import { disagreements } from './load/offer-agreement.ts';
import { authorityChoices, responsibleAuthority } from './responsibility.ts';
import type { Authority, Content, Metadata, Responsibility, Service } from './types.ts';

const LEIKA = '99000000000000';

/** Content with one service and the given responsibilities: authority id to areas. */
function contentWith(...answers: [string, string[]][]): Pick<Content, 'services' | 'authorities'> {
  const responsibilities = answers.map(([authority, areas]) => ({ authority, areas }));
  return {
    services: new Map([[LEIKA, { leiKaId: LEIKA, responsibilities } as unknown as Service]]),
    authorities: new Map(answers.map(([id]) => [id, { id } as Authority])),
  };
}
const at = (content: ReturnType<typeof contentWith>, ars: string) =>
  responsibleAuthority(content, LEIKA, ars)?.id ?? null;

describe('the most specific area that has an answer wins', () => {
  const all: [string, string[]][] = [
    ['state', ['09']],
    ['region', ['091']],
    ['district', ['09174']],
    ['association', ['091745421']],
    ['municipality', ['091745421111']],
  ];

  test.each([
    ['091745421111', 'municipality'],
    ['091745421112', 'association'],
    ['091740131131', 'district'],
    ['091620000000', 'region'],
    ['096000000000', 'state'],
    ['16', null],
  ])('at %s: %s', (ars, expected) => {
    expect(at(contentWith(...all), ars)).toBe(expected);
    expect(at(contentWith(...all.toReversed()), ars)).toBe(expected);
  });

  test.each([4, 3, 2, 1, 0])('without the narrower ones, level %i answers', (last) => {
    expect(at(contentWith(...all.slice(0, last + 1)), '091745421111')).toBe(all[last]?.[0]);
  });
});

test.each(['01002', '010020000000', '010020000'])('an area written %s is the same area', (area) => {
  const content = contentWith(['kiel', [area]]);
  for (const place of ['01002', '010020000000']) expect(at(content, place)).toBe('kiel');
  expect(at(content, '010030000000')).toBeNull();
});

test('of two authorities for the same area the one that stands first answers', () => {
  expect(at(contentWith(['first', ['01']], ['second', ['01']]), '01')).toBe('first');
  expect(at(contentWith(['second', ['01']], ['first', ['010000000000']]), '01')).toBe('second');
});

describe('where a criterion decides', () => {
  const criterion = { de: 'A–K', en: 'A–K' };
  const content = (second: Partial<Responsibility>) => {
    const plain = contentWith(['first', ['01002']], ['second', ['01002']], ['state', ['01']]);
    const [first, other, state] = (plain.services.get(LEIKA) as Service).responsibilities as [
      Responsibility,
      Responsibility,
      Responsibility,
    ];
    const responsibilities = [{ ...first, criterion }, { ...other, ...second }, state];
    return { ...plain, services: new Map([[LEIKA, { leiKaId: LEIKA, responsibilities } as Service]]) };
  };
  const choice = (second: Partial<Responsibility>, ars: string) =>
    authorityChoices(content(second), LEIKA, ars).map(({ authority, criterion: one }) => [
      one?.de ?? null,
      authority.id,
    ]);

  test('all of the most specific area are a choice, and none is the responsible one', () => {
    expect(choice({ criterion: { de: 'L–Z', en: 'L–Z' } }, '010020000000')).toEqual([
      ['A–K', 'first'],
      ['L–Z', 'second'],
    ]);
    expect(choice({}, '010020000000')).toEqual([
      ['A–K', 'first'],
      [null, 'second'],
    ]);
    expect(responsibleAuthority(content({}), LEIKA, '010020000000')).toBeNull();
  });

  test('elsewhere, and where only one is left, nobody has to choose', () => {
    expect(choice({}, '010030000000')).toEqual([]);
    expect(responsibleAuthority(content({}), LEIKA, '010030000000')?.id).toBe('state');
    expect(choice({ areas: ['01003'] }, '010020000000')).toEqual([]);
    expect(responsibleAuthority(content({ areas: ['01003'] }), LEIKA, '010020000000')?.id).toBe('first');
  });
});

test('an unknown service, or one that nobody answers for, has the state-wide text only', () => {
  expect(responsibleAuthority(contentWith(), '99999999999999', '01')).toBeNull();
  expect(at(contentWith(), '010020000000')).toBeNull();
});

describe('who offers a form is who answers for the service', () => {
  const offer = (id: string, areas: string[], isDeprecated = false) =>
    ({ authority: { id }, areas, isDeprecated }) as Metadata;
  const json = { file: 'metadata.json', value: {}, lineOf: () => 1, lineOfText: () => 1 };
  const reasons = (offers: Metadata[], responsibilities: Responsibility[]) =>
    disagreements(offers, responsibilities, json).map(({ reason }) => reason);
  const kiel = { authority: 'kiel', areas: ['010020000000'] };
  const state = { authority: 'state', areas: ['01'] };

  test.each<[string, Metadata[], Responsibility[]]>([
    ['the same authority for the same area', [offer('kiel', ['01002'])], [kiel]],
    ['an offer for a part of the area', [offer('state', ['01002'])], [state]],
    ['no offer', [], [kiel]],
    ['a deprecated offer', [offer('luebeck', ['01002'], true)], [kiel]],
    ['two levels of both', [offer('state', ['01']), offer('kiel', ['01002'])], [state, kiel]],
  ])('fits: %s', (_, offers, responsibilities) => {
    expect(reasons(offers, responsibilities)).toEqual([]);
  });

  test.each<[string, Metadata[], Responsibility[], string]>([
    [
      'another authority',
      [offer('luebeck', ['01002'])],
      [kiel],
      'in 01002 luebeck offers the form, but kiel',
    ],
    ['nobody', [offer('luebeck', ['01003'])], [kiel], 'in 01003 luebeck offers the form, but nobody'],
    [
      'a town inside the area of the offer',
      [offer('state', ['01'])],
      [state, kiel],
      'in 01002 state offers the form, but kiel',
    ],
    [
      'one of several, among whom a criterion decides',
      [offer('kiel', ['01002'])],
      [
        { ...kiel, criterion: { de: 'A–K', en: 'A–K' } },
        { authority: 'luebeck', areas: ['01002'] },
      ],
      'in 01002 several authorities are responsible, by a criterion',
    ],
    ['only somebody wider', [offer('kiel', ['01002'])], [state], 'in 01002 kiel offers the form, but state'],
  ])('does not fit: %s', (_, offers, responsibilities, reason) => {
    expect(reasons(offers, responsibilities)).toEqual([expect.stringContaining(reason)]);
  });
});

test('10,000 services at 1,100 places are all answered', () => {
  const areas = Array.from({ length: 1100 }, (_, index) => `0105${String(index).padStart(8, '0')}`);
  const group = areas.map((area) => ({ authority: `a${area}`, areas: [area] }));
  const content = {
    services: new Map(
      Array.from({ length: 10_000 }, (_, index) => {
        const leiKaId = String(99_000_000_000_000 + index);
        return [leiKaId, { leiKaId, responsibilities: group } as unknown as Service];
      }),
    ),
    authorities: new Map(group.map(({ authority: id }) => [id, { id } as Authority])),
  };
  let answered = 0;
  for (const leiKaId of content.services.keys()) {
    for (let index = 0; index < areas.length; index += 11) {
      if (responsibleAuthority(content, leiKaId, areas[index] ?? '')) answered++;
    }
  }
  expect(answered).toBe(1_000_000);
});
