import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import { plainContent } from '../../testing/content-folder.ts';
import { fimCommand } from '../command.ts';
import { at, CHOICE, field, group, imported, rule, schema, scratch, seen, values } from '../testing.ts';

const files = scratch();
const content = plainContent(0);
afterAll(() => {
  files.remove();
  content.remove();
});

const F = (number: number) => `F99000${String(number).padStart(6, '0')}`;
const G = (number: number) => `G99000${String(number).padStart(6, '0')}`;

const dog = at('1:1', field(F(1), { label: 'Hund', type: 'bool' }));
const place = at('1:1', field(F(2), { label: 'Ort' }));
const street = at('0:1', field(F(3), { label: 'Gasse' }));
const part = (id: string, label: string, places: string[], ...texts: string[]) =>
  group(id, label, places, texts.map((text, index) => rule(`R9900000000${index + 1}`, text)).join(''));

const read = (places: string[], ...texts: string[]) =>
  seen(
    imported(files.file(schema([at('1:1', part(G(90), 'Seite', places, ...texts))])), [], {
      english: { Sitz: 'Seat' },
    }),
  );
const wrong = (form: FormDefinition, data: FormData) =>
  evaluate(form, data).errors.map(({ path, rule: name }) => `${path} ${name}`);

test('a part that a rule shows has no question in front, and asks for what it requires', () => {
  const seat = at('0:1', group(G(4), 'Sitz', [place, street]));
  const yes = `Wenn ${F(1)} = Ja, dann aktiviere ${G(4)}. Wenn ${F(1)} = Nein, dann deaktiviere ${G(4)}.`;
  expect(read([dog, seat]).keys).toContain('sitzJa');
  const { keys, form } = read([dog, seat], yes);
  expect(keys).not.toContain('sitzJa');
  expect(wrong(form, { hund: 'true' })).toEqual(['ort required']);
  expect(wrong(form, { hund: 'false' })).toEqual([]);
});

test('a part that a rule requires, and nobody shows, is asked about where it may be left out', () => {
  const seat = at('0:1', group(G(4), 'Sitz', [place, street]));
  const { form } = read([dog, seat], `Wenn ${F(1)} = Ja, dann soll ${G(4)} zum Pflichtfeld werden.`);
  expect(wrong(form, { hund: 'true' })).toEqual(['ort required']);
  expect(wrong(form, { hund: 'false' })).toEqual(['sitzJa required']);
  expect(wrong(form, { hund: 'false', sitzJa: 'true' })).toEqual(['ort required']);
  expect(wrong(form, { hund: 'false', sitzJa: 'false' })).toEqual([]);
});

test('a part without required questions has one answer at least where a rule requires it', () => {
  const seat = at('0:1', group(G(4), 'Sitz', [street, at('0:1', field(F(5), { label: 'Tor' }))]));
  const { form, english } = read([dog, seat], `Wenn ${F(1)} = Ja, dann muss ${G(4)} befüllt werden.`);
  expect(wrong(form, { hund: 'true' })).toEqual(['gasse json']);
  expect(wrong(form, { hund: 'true', tor: '2' })).toEqual([]);
  expect(wrong(form, { hund: 'false' })).toEqual([]);
  expect(english['Bitte machen Sie Angaben zu „Sitz“.']).toBe('Please give details on “Seat”.');
});

test('a text that is only shown is shown by a rule', () => {
  const hint = at('0:1', field(F(10), { label: 'Hinweis', input: 'label' }));
  const { form, rules } = read(
    [dog, hint],
    `Wenn ${F(1)} = Ja, dann muss ${F(10)} angezeigt und befüllt werden.`,
  );
  expect(rules.outcomes.map(({ taken }) => taken)).toEqual(['whole']);
  expect(evaluate(form, { hund: 'false' }).hidden).toContain('hinweis');
  expect(evaluate(form, { hund: 'true' }).hidden).not.toContain('hinweis');
  expect(wrong(form, { hund: 'true' })).toEqual([]);
});

test('a part that a rule cannot show has its question in front', () => {
  const seat = at('0:1', group(G(4), 'Sitz', [place, street]));
  const { keys, rules } = read([seat, dog], `Wenn ${F(1)} = Ja, dann aktiviere ${G(4)}.`);
  expect(rules.outcomes[0]?.left[0]?.reason).toContain('comes later in the form');
  expect(keys).toContain('sitzJa');
});

test('a rule does not hide what people choose', () => {
  const one = at('0:1', group(G(5), 'Eins', [place]));
  const other = at('0:1', group(G(6), 'Zwei', [street]));
  const choice = at('1:1', group(G(4), 'Wahl', [one, other], CHOICE));
  const { form, rules } = read([dog, choice], `Wenn ${F(1)} = Nein, dann deaktiviere ${G(4)}.${G(5)}.`);
  expect(rules.outcomes[0]?.left[0]?.reason).toBe('people choose it: the rule would hide what they chose');
  expect(wrong(form, { hund: 'false', auswahlWahl: G(5) })).toEqual(['ort required']);
});

test('a part that a question and a rule show needs both', () => {
  const inner = at('0:3', group(G(5), 'Platz', [place, street]));
  const rows = at('0:*', part(G(4), 'Reihe', [dog, inner], `Wenn ${F(1)} = Ja, dann aktiviere ${G(5)}.`));
  const { form } = seen(imported(files.file(schema([rows])), [], { flatten: 2 }));
  expect(wrong(form, { reihe: [{ hund: 'true', platzJa: 'true' }] })).toContain('reihe[0].ort required');
  expect(wrong(form, { reihe: [{ hund: 'false', platzJa: 'true' }] })).not.toContain('reihe[0].ort required');
  expect(wrong(form, { reihe: [{ hund: 'true', platzJa: 'false' }] })).toEqual([]);
});

test('a question that is there several times is not compared', () => {
  const dogs = at('0:3', field(F(1), { label: 'Hund', type: 'bool' }));
  const { rules } = read([dogs, street], `Wenn ${F(1)} = Ja, dann aktiviere ${F(3)}.`);
  expect(rules.outcomes[0]?.left).toEqual([
    { target: `${G(90)}.${F(3)}`, reason: `${G(90)}.${F(1)} is several fields of the form` },
  ]);
});

test('exactly one of all members is a choice', () => {
  const one = at('0:1', group(G(5), 'Gasse oder Tor', [place, street]));
  const other = at('0:1', group(G(6), 'Postfach', [at('1:1', field(F(7), { label: 'Nummer' }))]));
  const text = `Es muss entweder Feldgruppe ${G(5)} oder Feldgruppe ${G(6)} befüllt werden.`;
  const { form, keys, rules } = read([at('1:1', part(G(4), 'Anschrift', [one, other], text))]);
  expect(rules.outcomes.map(({ taken }) => taken)).toEqual(['whole']);
  const question = keys.find((key) => key.startsWith('auswahl')) as string;
  expect(wrong(form, {})).toEqual([`${question} required`]);
  expect(wrong(form, { [question]: G(6) })).toEqual(['nummer required']);
  // With a member elsewhere, or a third one, it is a check.
  const apart = read([at('1:1', part(G(4), 'Anschrift', [one], text)), other]);
  expect(apart.keys.some((key) => key.startsWith('auswahl'))).toBe(false);
  const third = read([at('1:1', part(G(4), 'Anschrift', [one, other, street], text))]);
  expect(third.keys.some((key) => key.startsWith('auswahl'))).toBe(false);
  expect(wrong(third.form, { gasseOderTorJa: 'false' })).toContain('gasseOderTorJa json');
});

test('a date says itself what its three numbers are checked for', () => {
  const [day, month, year] = ['F60000000231', 'F60000000232', 'F60000000233'].map((id, index) =>
    at(
      index === 2 ? '1:1' : '0:1',
      field(id, { label: ['Tag', 'Monat', 'Jahr'][index] as string, type: 'num_int' }),
    ),
  ) as [string, string, string];
  const born = part(
    'G60000000083',
    'Geburtsdatum',
    [day, month, year],
    'Wenn F60000000231 nicht leer, dann darf F60000000232 nicht leer sein.',
    'Wenn alle drei Felder F60000000231, F60000000232 und F60000000233 befüllt sind, muss die Validität des sich ergebenden Kalenderdatums sichergestellt werden. D.h. es muss z.B. 30.02.2019 oder der 31.11.1968 verhindert werden, da diese keine korrekten Datumsangaben sind.',
  );
  const consent = at('0:1', field(F(8), { label: 'Zustimmung', type: 'bool' }));
  const text =
    'WENN G60000000083 Geburtsdatum = &lt; 18 Jahre, DANN zeige als Pflicht ID an, SONST zeige ID nicht an.';
  const { form, rules } = read([at('1:1', born), consent], text.replaceAll('ID', F(8)));
  expect(rules.outcomes.map(({ taken }) => taken)).toEqual(['whole', 'whole', 'whole']);
  const bornIn = (age: number) => `01/01/${new Date().getFullYear() - age}`;
  expect(wrong(form, { geburtsdatum: bornIn(10) })).toEqual(['zustimmung required']);
  expect(wrong(form, { geburtsdatum: bornIn(30) })).toEqual([]);
});

test('the command writes the rules that are left and the schema of the data beside the form', () => {
  const folder = join(content.dir, 'services', 'probe');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'service.json'), '{}');
  const run = (text: string, ...args: string[]) =>
    fimCommand([files.file(text), '--service', 'probe', '--to', content.dir, ...args], '');
  const kind = field(F(9), { label: 'Art', input: 'select', more: values('001', '002') });
  const land = `Für das Land SN gilt: Das Feld ${F(9)} muss befüllt werden. Für alle anderen Länder gilt: Das Feld ${F(9)} darf nicht angezeigt werden.`;
  const text = schema([dog, at('0:1', kind)], { more: rule('R99000000001', land) });
  const NAME = 'S99000000001V1.2.0.schema.json';

  const first = run(text);
  expect(first.errors ?? []).toEqual([]);
  expect(first.out.join('\n')).toContain('0 of 1 rules taken over (rules-todo.md).');
  expect(first.out.join('\n')).toContain(`The schema of the data is in ${NAME}.`);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([NAME, 'form.json', 'rules-todo.md']));
  expect(readFileSync(join(folder, 'rules-todo.md'), 'utf8')).toContain(
    'it differs by Land: name yours with --land',
  );
  expect(JSON.parse(readFileSync(join(folder, NAME), 'utf8')).$id).toBe(NAME);

  const second = run(text, '--land', 'SH');
  expect(second.out.join('\n')).toContain('1 of 1 rules taken over.');
  expect(readdirSync(folder)).not.toContain('rules-todo.md');
  expect(readFileSync(join(folder, 'form.json'), 'utf8')).toContain('"conditional"');

  expect(run(text, '--land', 'XX').errors).toEqual([expect.stringContaining('--land takes one of BB, ')]);
  const rules = files.file(
    JSON.stringify([{ effect: 'forbid', target: `self.${F(9)}`, message: '', condition: true }]),
  );
  expect(run(text, '--rules', rules).out.join('\n')).toContain('1 of 1 rules taken over.');
  expect(run(text, '--rules', `${rules}.gone`).errors?.join('\n')).toContain('there is no such file');
});
