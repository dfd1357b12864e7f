import { expect, test } from 'vitest';
import { parseForm } from '#forms/schema/schema.ts';
import type { Json } from '../../form/convert/conversion.ts';
import type { FimMember, FimSchema } from '../model.ts';
import { SchemaElements } from './elements.ts';
import { readRules } from './read-rules.ts';
import type { RuleOutcome } from './take-over.ts';
import { takeOver } from './take-over.ts';
import { choice, field, formOf, group, idOf, member, rulesOf, schemaOf, truth } from './testing/schemas.ts';
import { rulesReport, rulesTodo } from './todo.ts';

const F = (number: number) => idOf('F', number);
const G = (number: number) => idOf('G', number);

/** A form of the schema with its rules, by key, and what became of each rule. */
function withRules(schema: FimSchema) {
  const elements = new SchemaElements(schema);
  const { form, places } = formOf(schema);
  const taken = takeOver(readRules(elements), elements, places, (labels, make) => make(labels).de);
  const all = every(form);
  const parsed = parseForm(form);
  expect('problems' in parsed ? parsed.problems : []).toEqual([]);
  return {
    taken,
    todo: rulesTodo(schema, taken),
    of: (key: string) => all.find((one) => one.key === key) as Json,
    states: taken.outcomes.map((one) => one.taken),
    reasons: taken.outcomes.flatMap(({ left }: RuleOutcome) => left.map(({ reason }) => reason)),
  };
}

const every = (part: Json): Json[] => {
  const inner = (part.components ?? []) as Json[];
  return inner.flatMap((one) => [one, ...every(one)]);
};

const asked = member(truth(1, 'Haben Sie einen Hund?'), 1);
const name = member(field(2, 'Name des Hundes'));
const kind = member(choice(3, 'Art', 'klein', 'groß', 'sonst'));
const schemaWith = (members: FimMember[], ...texts: string[]) =>
  schemaOf([asked, kind, name, ...members], ...texts);

test('an element is shown where a rule says so, and required where it has to be given', () => {
  const { of, states } = withRules(
    schemaWith(
      [],
      `Wenn ${F(1)} = Ja, dann muss ${F(2)} befüllt sein. Wenn ${F(1)} <> Ja, dann darf ${F(2)} nicht befüllt sein.`,
    ),
  );
  expect(states).toEqual(['whole']);
  expect(of('f2')).toMatchObject({
    conditional: { json: { '===': [{ var: 'data.f1' }, 'true'] } },
    validate: { required: true },
  });
});

test('rules about one element are one condition', () => {
  const { of } = withRules(
    schemaWith(
      [],
      `Wenn ${F(1)} = Ja, dann aktiviere ${F(2)}.`,
      `Wenn ${F(3)} = 001, dann aktiviere ${F(2)}.`,
    ),
  );
  expect(of('f2').conditional).toEqual({
    json: { or: [{ '===': [{ var: 'data.f1' }, 'true'] }, { '===': [{ var: 'data.f3' }, '001'] }] },
  });
});

test('rules that say the opposite are left, and change nothing', () => {
  const { of, states, reasons } = withRules(
    schemaWith(
      [],
      `Wenn ${F(1)} = Ja, dann zeige ${F(2)}, wenn ${F(1)} <> Ja, dann zeige ${F(2)} nicht an.`,
      `Wenn ${F(3)} = 001, dann zeige ${F(2)}, wenn ${F(3)} <> 001, dann zeige ${F(2)} nicht an.`,
    ),
  );
  expect(states).toEqual(['none', 'none']);
  expect(reasons[0]).toBe('rules show and hide it for the same answers: R99000000001, R99000000002');
  expect(of('f2').conditional).toBeUndefined();
});

test('a slip in a rule does not invert the form', () => {
  const { of, reasons } = withRules(
    schemaWith(
      [],
      `Wenn ${F(1)} === "Ja", dann zeige ${F(2)} Name des Hundes, bei <> "Nein" blende ${F(2)} aus.`,
    ),
  );
  expect(reasons).toContain('the rule both shows and hides it for the same answers');
  expect(of('f2').conditional).toBeUndefined();
});

test('an element that another rule names is left when that rule is not understood', () => {
  const { of, states, reasons } = withRules(
    schemaWith(
      [],
      `Wenn ${F(1)} = Ja, dann aktiviere ${F(2)}.`,
      `Das Feld ${F(2)} erscheint auch bei Vollmond.`,
      `Wenn ${F(1)} = Ja, dann soll ${F(3)} zum Pflichtfeld werden.`,
    ),
  );
  expect(states).toEqual(['none', 'none', 'whole']);
  expect(reasons[0]).toBe('rule R99000000002 names it too, and is not taken over');
  expect(of('f2').conditional).toBeUndefined();
});

test('a rule that hides what the schema requires is a contradiction, and is not written', () => {
  const seat = group(5, 'Sitz', [member(field(6, 'Ort'), 1), member(field(7, 'Straße'))]);
  const text = `Wenn ${F(1)} = Ja, dann aktiviere ${G(5)}. Wenn ${F(1)} = Nein, dann deaktiviere ${G(5)}.`;
  const { of, taken, todo } = withRules(schemaWith([member(seat, 1)], text));
  expect(taken.contradictions).toMatchObject([
    {
      path: G(5),
      reason: `the schema requires it always, with ${G(5)}.${F(6)}`,
      rules: [{ id: 'R99000000001' }],
    },
  ]);
  expect(of('g5').conditional).toBeUndefined();
  expect(todo).toContain(`- ${G(5)}: the schema requires it always`);
  expect(rulesReport(taken)).toEqual([
    '0 of 1 rules taken over (rules-todo.md).',
    `  contradiction: R99000000001 hides ${G(5)}: the schema requires it always, with ${G(5)}.${F(6)}; the form asks for it always`,
  ]);

  const empty = group(5, 'Sitz', [
    member(field(6, 'Ort')),
    member(field(7, 'Hinweis', { input: 'label' }), 1),
  ]);
  expect(withRules(schemaWith([member(empty, 1)], text)).taken.contradictions).toEqual([]);
  expect(withRules(schemaWith([member(seat)], text)).taken.contradictions).toEqual([]);
});

test('an element is required in a part that is hidden with it', () => {
  const part = group(8, 'Teil', [member(field(9, 'Grund'), 1)]);
  const { taken } = withRules(
    schemaWith(
      [member(part)],
      `Wenn ${F(1)} = Ja, dann aktiviere ${G(8)}.`,
      `Wenn ${F(1)} = Ja, dann aktiviere ${G(8)}.${F(9)}.`,
    ),
  );
  expect(taken.contradictions).toEqual([]);
  expect(taken.outcomes.map((one) => one.taken)).toEqual(['whole', 'whole']);
});

test('what a form cannot read is left with its reason', () => {
  const rows = group(10, 'Reihe', [member(truth(11, 'Darin'))]);
  const { reasons, states } = withRules(
    schemaWith(
      [
        member(rows, 0, null),
        member(field(12, 'Ziel')),
        member(truth(13, 'Später')),
        member(choice(14, 'Mehrere', 'a', 'b')),
      ],
      `Wenn ${F(13)} = Ja, dann aktiviere ${F(2)}.`,
      `Wenn ${F(11)} = Ja, dann aktiviere ${F(12)}.`,
      `Wenn ${F(13)} = Ja, dann soll ${F(3)} zum Pflichtfeld werden.`,
    ),
  );
  expect(states).toEqual(['none', 'none', 'whole']);
  expect(reasons).toEqual([
    '"Später" (f13) comes later in the form',
    '"Darin" (f11) is in the rows of a repetition',
  ]);
});

test('a field with several answers is not compared with one', () => {
  const { reasons } = withRules(
    schemaOf(
      [member(choice(3, 'Art', 'klein', 'groß'), 0, null), name],
      `Wenn ${F(3)} = 001, dann aktiviere ${F(2)}.`,
    ),
  );
  expect(reasons).toEqual(['"Art" (f3) has several answers']);
});

test('a rule can be in the form in part', () => {
  const { of, states, todo } = withRules(
    schemaWith([], `Wenn ${F(1)} = Ja, dann deaktiviere ${F(2)}, ${F(1)}.`),
  );
  expect(states).toEqual(['part']);
  expect(of('f2').conditional).toEqual({ json: { '!==': [{ var: 'data.f1' }, 'true'] } });
  expect(todo).toContain('Place: the schema. The form has a part of it.');
});

test('a check stands at a field that is always asked, and holds only where its part is given', () => {
  const text = `Es muss mindestens eines der Felder ${F(20)} "Telefon" oder ${F(21)} "Mail" befüllt sein.`;
  const contact = (more: FimMember[] = []) =>
    group(22, 'Kontakt', [member(field(20, 'Telefon')), member(field(21, 'Mail')), ...more], {
      rules: rulesOf(text),
    });
  const needed = withRules(schemaOf([member(contact(), 1)]));
  expect(needed.of('f20').validate).toEqual({
    json: {
      if: [
        { or: [{ '!!': [{ var: 'data.f20' }] }, { '!!': [{ var: 'data.f21' }] }] },
        true,
        'Bitte machen Sie mindestens eine dieser Angaben: Telefon, Mail.',
      ],
    },
  });
  // An optional part that has nothing else is left out by leaving both empty.
  expect(withRules(schemaOf([member(contact())])).of('f20').validate).toBeUndefined();
  const other = withRules(schemaOf([member(contact([member(field(23, 'Name'))]))]));
  expect(JSON.stringify(other.of('f20').validate)).toContain('{"!":[{"var":"data.f23"}]}');
});

test('a check goes to the next field where the first one can be hidden', () => {
  const text = `Es muss mindestens eines der Felder ${F(20)} oder ${F(21)} befüllt sein.`;
  const fields = [member(field(20, 'Telefon')), member(field(21, 'Mail'))];
  const hidden = (number: number) => `Wenn ${F(1)} = Ja, dann deaktiviere ${F(number)}.`;
  const one = withRules(schemaOf([asked, ...fields], text, hidden(20)));
  expect([one.of('f20').validate, one.of('f21').validate]).toEqual([undefined, { json: expect.anything() }]);
  const both = withRules(schemaOf([asked, ...fields], text, hidden(20), hidden(21)));
  expect(both.reasons).toEqual(['no field that is always asked can have the check']);
});

test('a date in three fields is not checked', () => {
  const parts = [20, 21, 22].map((number) => member(field(number, `Teil ${number}`, { type: 'num_int' })));
  const text = `Wenn alle drei Felder ${F(20)}, ${F(21)} und ${F(22)} befüllt sind, muss die Validität des sich ergebenden Kalenderdatums sichergestellt werden. D.h. es muss z.B. 30.02.2019 oder der 31.11.1968 verhindert werden, da diese keine korrekten Datumsangaben sind.`;
  const { reasons } = withRules(schemaOf([member(group(23, 'Tag', parts, { rules: rulesOf(text) }))]));
  expect(reasons).toEqual(['its parts are fields of their own: nothing checks that the day exists']);
});

test('a part that is shown for more answers than it is required for is left', () => {
  const part = member(group(8, 'Teil', [member(field(9, 'Grund'), 1)]));
  const { states, of } = withRules(
    schemaWith(
      [part],
      `Wenn ${F(1)} = Ja, dann aktiviere ${G(8)}.`,
      `Wenn ${F(3)} = 001, dann soll ${G(8)} zum Pflichtfeld werden.`,
    ),
  );
  expect(states).toEqual(['none', 'none']);
  expect(of('g8').conditional).toBeUndefined();
});

test('rules that name too many answers are left', () => {
  const many = Array.from({ length: 10 }, (_, index) => member(truth(40 + index, `Frage ${index}`)));
  const all = many.map(({ element }) => `${element.id} = Ja`).join(' UND ');
  const { reasons } = withRules(schemaOf([...many, name], `Wenn ${all}, dann aktiviere ${F(2)}.`));
  expect(reasons).toEqual(['its condition names too many answers']);
});

test('the rules that are left are in a file, the same for the same rules', () => {
  const schema = schemaWith(
    [],
    `Wenn ${F(1)} = Ja, dann aktiviere ${F(2)}, ${F(3)}.`,
    'Der Hund muss bellen.\nUnd zwar laut.',
    `Wenn ${F(1)} = Ja, dann soll ${F(3)} zum Pflichtfeld werden.`,
  );
  const { todo } = withRules(schema);
  expect(withRules(schema).todo).toBe(todo);
  expect(todo).toBe(`# Rules of S99000000001 1.0 that the form does not have

2 of 3 rules are in the form. Decide about each of the others: write it into form.json (docs/forms.md), or leave it to the authority’s check. The next import writes this file anew.

## Rules

### R99000000002 Regel 2

Place: the schema

- this is not understood: "Der Hund muss bellen. Und zwar laut."

> Der Hund muss bellen.
> Und zwar laut.
`);
  expect(withRules(schemaWith([], `Wenn ${F(1)} = Ja, dann aktiviere ${F(2)}.`)).todo).toBeUndefined();
});
