import { expect, test } from 'vitest';
import { collectTexts, localiseForm, MissingTexts } from './localise.ts';
import { evaluate } from './rules/rules.ts';
import { formOf, household } from './testing/form.ts';

const upper = (texts: string[]) => Object.fromEntries(texts.map((text) => [text, `EN ${text}`]));

test('every text a person reads is collected once, in document order', () => {
  const texts = collectTexts(household);
  expect(texts.slice(0, 4)).toEqual(['Haushalt', 'Person', 'Ihre Angaben', 'Name']);
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
