import { expect, test } from 'vitest';
import shipped from './harmonised.en.json' with { type: 'json' };
import { type Harmonised, harmonisedEnglish, shortHash } from './harmonised.ts';
import { choice, field, group, idOf, member, schemaOf } from './rules/testing/schemas.ts';

const HELP = 'Legen Sie das Hundebild bei, auch als Kopie.';
const table: Harmonised = {
  [idOf('F', 1)]: { label: { Hundename: 'Name of the dog' } },
  [idOf('F', 2)]: {
    label: { Hundebild: 'Picture of the dog' },
    help: { [shortHash(HELP)]: 'Add the picture of the dog, or a copy.' },
  },
  [idOf('F', 3)]: { label: { 'Welche Farbe?': 'Which colour?' }, options: { braun: 'brown' } },
  [idOf('G', 4)]: { label: { Hund: 'Dog' }, help: { [shortHash(HELP)]: 'Add it.' } },
};
const english = (...members: ReturnType<typeof member>[]) =>
  harmonisedEnglish(schemaOf(members), ({ options }) => options, table);

test('harmonised elements have their English by label, help and value', () => {
  const name = member(field(1, 'Hundename'));
  expect(
    english(
      member(field(2, 'Hundebild', { help: HELP })),
      member(choice(3, 'Welche Farbe?', 'braun')),
      member(group(4, 'Hund', [name])),
    ),
  ).toEqual({
    english: {
      Hundebild: 'Picture of the dog',
      [HELP]: 'Add the picture of the dog, or a copy.',
      [`<p>${HELP}</p>`]: '<p>Add the picture of the dog, or a copy.</p>',
      'Welche Farbe?': 'Which colour?',
      braun: 'brown',
      Hund: 'Dog',
      Hundename: 'Name of the dog',
    },
    changed: [],
  });
});

test('a German text that has changed is named, and not translated', () => {
  const [name, picture] = [idOf('F', 1), idOf('F', 2)];
  expect(
    english(
      member(field(1, 'Rufname')),
      member(field(2, 'Hundebild', { help: `${HELP} Danke.` })),
      member(choice(3, 'Welche Farbe?', 'braun', 'grau')),
    ),
  ).toEqual({
    english: { Hundebild: 'Picture of the dog', 'Welche Farbe?': 'Which colour?', braun: 'brown' },
    changed: [
      { path: name, text: 'Rufname' },
      { path: picture, text: `${HELP} Danke.` },
      { path: idOf('F', 3), text: 'grau' },
    ],
  });
});

test('other elements are not touched, whatever they are called', () => {
  expect(english(member(field(9, 'Hundename')))).toEqual({ english: {}, changed: [] });
});

test('each shipped text has its English', () => {
  for (const [id, { label, ...more }] of Object.entries(shipped as Harmonised)) {
    expect(id).toMatch(/^[FG]60000\d{6}$/);
    const texts = [label, more.help ?? {}, more.options ?? {}].flatMap((one) => Object.entries(one));
    for (const [german, text] of texts) expect(text.trim(), `${id} ${german}`).not.toBe('');
    for (const hash of Object.keys(more.help ?? {})) expect(hash).toMatch(/^[0-9a-f]{12}$/);
  }
});
