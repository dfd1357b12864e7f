import { expect, test } from 'vitest';
import { collectTexts, localiseForm, MissingTexts } from './localise.ts';
import { evaluate } from './rules/rules.ts';
import { formOf, household } from './testing/form.ts';

const upper = (texts: string[]) => Object.fromEntries(texts.map((text) => [text, `EN ${text}`]));

test('every text a person reads is collected once, in document order', () => {
  const texts = collectTexts(household);
  expect(texts.slice(0, 4)).toEqual(['Haushalt', 'Ihre Angaben', 'Name', 'Ich habe Kinder.']);
  for (const text of [
    'Miete',
    'Konto',
    '<p>Alle Kinder im Haushalt.</p>',
    'Kind hinzufügen',
    'Kind',
    'Betreuungstage',
  ])
    expect(texts).toContain(text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.join()).not.toMatch(/EUR|application\/pdf|moment/);
});

test('the form in the other language has the same rules and no German text left', () => {
  const english = localiseForm(household, upper(collectTexts(household)));
  expect(collectTexts(english).filter((text) => !text.startsWith('EN '))).toEqual([]);
  const data = { name: 'Ada', hasChildren: true, children: [{}] };
  expect(evaluate(english, data).errors).toEqual(evaluate(household, data).errors);
  expect(collectTexts(household)[0]).toBe('Haushalt');
});

test('what says nothing needs no translation', () => {
  const json = { if: [{ '==': [{ var: 'value' }, 'Eva'] }, '', 'Nur Eva.'] };
  const form = formOf({ type: 'textfield', key: 'x', label: 'X', input: true, validate: { json } });
  expect(collectTexts(form)).toEqual(['Test', 'Seite', 'X', 'Nur Eva.']);
});

test('an option may say more, in both languages', () => {
  const values = [{ value: 'a', label: 'A', description: 'Mehr zu A' }];
  const form = formOf({ type: 'radio', key: 'x', label: 'X', input: true, values });
  expect(collectTexts(form)).toContain('Mehr zu A');
  expect(localiseForm(form, upper(collectTexts(form))).components[0]!.components[0]).toMatchObject({
    values: [{ value: 'a', label: 'EN A', description: 'EN Mehr zu A' }],
  });
});

test('names of pages and of their parts that nobody reads need no translation', () => {
  const inner = { type: 'textfield', key: 'x', label: 'X', input: true };
  const form = formOf(
    { type: 'content', key: 'c', label: 'Unsichtbar', html: '<p>Text</p>' },
    { type: 'columns', key: 'd', label: 'Spalten', columns: [{ width: 12, components: [inner] }] },
    {
      type: 'fieldset',
      key: 'f',
      label: 'Gruppe',
      legend: 'Legende',
      components: [{ ...inner, key: 'y', label: 'Y' }],
    },
  );
  expect(collectTexts(form)).toEqual(['Test', 'Seite', '<p>Text</p>', 'X', 'Legende', 'Y']);
  const english = localiseForm(form, upper(collectTexts(form)));
  expect(english.components[0]).toMatchObject({ title: 'EN Seite', label: 'Seite' });
});

test('messages of rules are texts too', () => {
  const validate = {
    customMessage: 'Bitte prüfen.',
    json: { if: [{ '==': [{ var: 'value' }, 'Eva'] }, true, 'Nur Eva.'] },
  };
  const form = formOf({ type: 'textfield', key: 'x', label: 'X', input: true, validate });
  expect(collectTexts(form)).toEqual(['Test', 'Seite', 'X', 'Bitte prüfen.', 'Nur Eva.']);
  const english = localiseForm(form, upper(collectTexts(form)));
  expect(evaluate(english, { x: 'Ada' }).errors[0]?.message).toBe('EN Bitte prüfen.');
});

test('of a validation, each answer in words is a text, and nothing that is only compared', () => {
  const is = (name: string) => ({ '==': [{ var: 'value' }, name] });
  const field = { type: 'textfield', key: 'x', label: 'X', input: true };
  const inEnglish = (json: object) => {
    const form = formOf({ ...field, validate: { json } });
    const texts = collectTexts(form);
    const [english] = localiseForm(form, upper(texts)).components[0]!.components;
    return { texts: texts.slice(3), english: english && 'validate' in english && english.validate?.json };
  };
  expect(inEnglish({ if: [is('Eva'), 'Eins.', is('Ada'), true, 'Drei.'] })).toEqual({
    texts: ['Eins.', 'Drei.'],
    english: { if: [is('Eva'), 'EN Eins.', is('Ada'), true, 'EN Drei.'] },
  });
  expect(inEnglish({ '?:': [is('Eva'), true, { if: [is('Ada'), true, 'Innen.'] }] })).toEqual({
    texts: ['Innen.'],
    english: { '?:': [is('Eva'), true, { if: [is('Ada'), true, 'EN Innen.'] }] },
  });
  for (const answer of [null, 5, ['Eins.'], { cat: ['Eins.', 'Zwei.'] }])
    expect(inEnglish({ if: [is('Eva'), true, answer] })).toEqual({
      texts: [],
      english: { if: [is('Eva'), true, answer] },
    });
  expect(inEnglish(is('Eva'))).toEqual({ texts: [], english: is('Eva') });
});

test('a missing translation is refused with the whole list', () => {
  const texts = upper(collectTexts(household));
  delete texts.Miete;
  delete texts.Kind;
  expect(() => localiseForm(household, texts)).toThrow(MissingTexts);
  expect(() => localiseForm(household, texts)).toThrow('Miete | Kind');
  expect(() => localiseForm(household, texts)).toThrow(
    expect.objectContaining({ name: 'MissingTexts', missing: ['Miete', 'Kind'] }),
  );
});

test('a long list in alphabetical order is so in the other language, and its last option stays the last', () => {
  const labels = ['Belgien', 'Dänemark', 'Irland', 'Kroatien', 'Österreich', 'Polen', 'Spanien', 'Ungarn'];
  const listed = (names: string[]) =>
    formOf({
      type: 'select',
      key: 'x',
      label: 'X',
      input: true,
      data: { values: names.map((label, index) => ({ value: `v${index}`, label })) },
    });
  const english = { Österreich: 'Austria', Kroatien: 'Croatia', Spanien: 'Spain', Ungarn: 'Hungary' };
  const shown = (names: string[]) => {
    const form = listed(names);
    const same = Object.fromEntries(collectTexts(form).map((text) => [text, text]));
    const [field] = localiseForm(form, { ...same, ...english }).components[0]!.components;
    return (field as { data: { values: { label: string }[] } }).data.values.map(({ label }) => label);
  };
  const long = [...labels, 'Zypern', 'Anderer Staat'];
  const sorted = [
    'Austria',
    'Belgien',
    'Croatia',
    'Dänemark',
    'Hungary',
    'Irland',
    'Polen',
    'Spain',
    'Zypern',
  ];
  expect(shown(long)).toEqual([...sorted, 'Anderer Staat']);
  expect(shown([...labels, 'Zypern', 'Zz'])).toEqual([...sorted, 'Zz']);
  // Short lists, and those in an order of their own, stay.
  expect(shown(labels).at(-1)).toBe('Hungary');
  expect(shown(['Zypern', ...labels, 'Anderer Staat'])[5]).toBe('Austria');
});
