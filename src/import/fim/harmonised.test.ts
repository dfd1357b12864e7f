import { expect, test } from 'vitest';
import { harmonisedEnglish } from './harmonised.ts';
import { field, group, member, schemaOf } from './rules/testing/schemas.ts';

const english = (...members: ReturnType<typeof member>[]) =>
  harmonisedEnglish(schemaOf(members), ({ options }) => options);

const name = { ...field(1, 'Familienname'), id: 'F60000000227' };
const HELP = 'Fügen Sie die Vollmacht (in Kopie) bei.';

test('harmonised elements have their English by label, help and value', () => {
  const proof = { ...field(2, 'Vollmacht', { help: HELP }), id: 'F60000000351' };
  const where = {
    ...field(3, 'Wo befindet sich die Anschrift?', {
      input: 'select',
      options: [{ code: '001', name: 'in Deutschland', help: '' }],
    }),
    id: 'F60000000263',
  };
  const contact = { ...group(4, 'Erreichbarkeit', [member(name)]), id: 'G60000000183' };
  expect(english(member(proof), member(where), member(contact))).toEqual({
    english: {
      Vollmacht: 'Power of attorney',
      [HELP]: 'Attach a copy of the power of attorney.',
      [`<p>${HELP}</p>`]: '<p>Attach a copy of the power of attorney.</p>',
      'Wo befindet sich die Anschrift?': 'Where is the address?',
      'in Deutschland': 'in Germany',
      Erreichbarkeit: 'Contact details',
      Familienname: 'Family name',
    },
    changed: [],
  });
});

test('a German text that has changed is named, and not translated', () => {
  const changed = { ...name, label: 'Nachname' };
  const helped = { ...field(2, 'Vollmacht', { help: `${HELP}!` }), id: 'F60000000351' };
  expect(english(member(changed), member(helped))).toEqual({
    english: { Vollmacht: 'Power of attorney' },
    changed: [
      { path: 'F60000000227', text: 'Nachname' },
      { path: 'F60000000351', text: `${HELP}!` },
    ],
  });
});

test('other elements are not touched, whatever they are called', () => {
  expect(english(member(field(1, 'Familienname')))).toEqual({ english: {}, changed: [] });
});
