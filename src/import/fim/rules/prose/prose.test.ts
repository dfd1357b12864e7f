import { expect, test } from 'vitest';
import type { Condition } from '../condition.ts';
import { SchemaElements } from '../elements.ts';
import type { ReadRule } from '../rule.ts';
import { choice, field, group, idOf, member, schemaOf, truth } from '../testing/schemas.ts';
import { readProse } from './prose.ts';

const dog = choice(1, 'Herkunft des Hundes', 'aus dem Tierheim', 'von privat', 'sonst woher');
const chip = truth(2, 'Hat der Hund einen Chip?');
const number = field(3, 'Chipnummer');
const proof = field(4, 'Nachweis (Tierheim)', { type: 'file' });
const hint = field(5, 'Hinweis', { input: 'label', content: 'Bitte beachten' });
const address = group(6, 'Anschrift', [member(field(7, 'Ort'), 1), member(field(8, 'Straße'))]);
const born = group(9, 'Geburt', [
  member(field(10, 'Tag', { type: 'num_int' })),
  member(field(11, 'Monat', { type: 'num_int' })),
  member(field(12, 'Jahr', { type: 'num_int' }), 1),
]);
const passport = choice(30, 'Ausweis', 'Ausweis alt', 'Ausweis neu');
const unlisted = field(31, 'Rasse', { input: 'select', list: { uri: 'urn:test', versionUri: '' } });
const elements = new SchemaElements(
  schemaOf([passport, unlisted, dog, chip, number, proof, hint, address, born].map((one) => member(one))),
);
const [DOG, CHIP, NUMBER, PROOF, ADDRESS, PLACE, STREET] = [1, 2, 3, 4, 6, 7, 8].map((one) =>
  idOf(one === 6 ? 'G' : 'F', one),
) as [string, string, string, string, string, string, string];
const [BORN, DAY, MONTH, YEAR] = [idOf('G', 9), idOf('F', 10), idOf('F', 11), idOf('F', 12)];

const read = (text: string, land?: string, owner = ''): ReadRule =>
  readProse({ owner, id: 'R99000000001', name: 'Regel', text }, elements, land);

/** Lines of what a rule says, one for each clause. */
function said(text: string, land?: string, owner?: string): string[] {
  const rule = read(text, land, owner);
  if ('reason' in rule) return [`left: ${rule.reason}`];
  return rule.clauses.map(({ effect, target, when }) => `${effect} ${short(target)} when ${words(when)}`);
}

const short = (path: string): string => path.replace(/99000(\d{6})/g, (_, digits) => String(Number(digits)));

function words(when: Condition): string {
  switch (when.is) {
    case 'always':
      return 'always';
    case 'equal':
      return `${short(when.path)}=${when.value}`;
    case 'empty':
      return `${short(when.path)} empty`;
    case 'younger':
      return `${short(when.path)}<${when.years}`;
    case 'not':
      return `not(${words(when.of)})`;
    default:
      return `(${when.of.map(words).join(` ${when.is} `)})`;
  }
}

test('conditions are written in many ways', () => {
  const shown = ['show F3 when F2=true'];
  for (const text of [
    `WENN ${CHIP} "Hat der Hund einen Chip?" = JA, DANN aktiviere ${NUMBER} "Chipnummer".`,
    `Wenn Feld ${CHIP} === "Ja", dann zeige das Feld ${NUMBER} Chipnummer an`,
    `wenn das Datenfeld ${CHIP} == wahr ist, dann zeige ${NUMBER}.`,
    `Wenn in ${CHIP} Auswahl=wahr, dann erscheint ${NUMBER} 'Chipnummer'`,
    `Wenn ${CHIP} Hat der Hund wohl einen Chip? = Ja dann muss ${NUMBER} angezeigt werden.`,
    `WENN   ${CHIP}\n= TRUE, DANN blende ${NUMBER} ein`,
    `Wenn F99000002 = JA, dann aktiviere F99000003.`,
  ])
    expect(said(text), text).toEqual(shown);
});

test('values are codes, codes with their names, or names', () => {
  const hidden = ['hide F4 when not(F1=001)'];
  for (const value of [
    '001',
    '001 "aus dem Tierheim"',
    "001 'aus dem Tierheim'",
    '001 - aus dem Tierheim',
    '001=aus dem Tierheim',
    '"001 aus dem Tierheim"',
    '"Aus dem Tierheim"',
    'aus dem Tierheim',
    '001 " aus einem Tierheim"',
  ])
    expect(said(`Wenn ${DOG} <> ${value}, dann darf ${PROOF} nicht befüllt sein.`), value).toEqual(hidden);
});

test('several values and comparisons are joined', () => {
  const then = `dann aktiviere ${PROOF}.`;
  expect(said(`Wenn ${DOG} = 001 ODER = 002, ${then}`)).toEqual(['show F4 when (F1=001 or F1=002)']);
  expect(said(`Wenn ${DOG} = 001 oder 002 oder 003, ${then}`)).toEqual([
    'show F4 when (F1=001 or F1=002 or F1=003)',
  ]);
  expect(said(`Wenn ${DOG} = (001 ODER 002), ${then}`)).toEqual(['show F4 when (F1=001 or F1=002)']);
  expect(said(`Wenn ${DOG} <> 001 UND <> 002, ${then}`)).toEqual([
    'show F4 when (not(F1=001) and not(F1=002))',
  ]);
  expect(said(`Wenn ${DOG} <> (001 UND 002), ${then}`)).toEqual([
    'show F4 when (not(F1=001) and not(F1=002))',
  ]);
  expect(said(`Wenn ${DOG} = 001 UND ${CHIP} = Ja, ${then}`)).toEqual(['show F4 when (F1=001 and F2=true)']);
  expect(said(`Wenn (${DOG} = 001 UND ${CHIP} = Ja) ODER ${CHIP} = Nein, ${then}`)).toEqual([
    'show F4 when ((F1=001 and F2=true) or F2=false)',
  ]);
  expect(said(`Wenn ${NUMBER} nicht leer, dann darf ${PROOF} nicht leer sein.`)).toEqual([
    'require F4 when not(F3 empty)',
  ]);
  expect(
    said(
      `Wenn im Datenfeld ${NUMBER} nicht der Wert "" angegeben wurde, dann soll ${PROOF} zum Pflichtfeld werden.`,
    ),
  ).toEqual(['require F4 when not(F3 empty)']);
  expect(
    said(`Wenn im Datenfeld ${DOG} der Wert 001 angegeben wurde, dann soll ${PROOF} zum Pflichtfeld werden.`),
  ).toEqual(['require F4 when F1=001']);
  expect(
    said(
      `WENN ${BORN} Geburt = < 18 Jahre, DANN zeige als Pflicht ${PROOF} an, SONST zeige ${PROOF} nicht an.`,
    ),
  ).toEqual(['show F4 when G9<18', 'require F4 when G9<18', 'hide F4 when not(G9<18)']);
});

test('one sentence says something about several elements', () => {
  expect(
    said(
      `WENN ${DOG} = 001, DANN aktiviere ${PROOF} "Nachweis (Tierheim)" UND mache es zu einer Pflichtangabe UND deaktiviere ${NUMBER} "Chipnummer" ${HINT} "Hinweis", ${ADDRESS}.`,
    ),
  ).toEqual([
    'show F4 when F1=001',
    'require F4 when F1=001',
    'hide F3 when F1=001',
    'hide F5 when F1=001',
    'hide G6 when F1=001',
  ]);
  expect(said(`Wenn ${DOG} = 001, dann muss ${NUMBER} und ${PROOF} befüllt werden.`)).toEqual([
    'require F3 when F1=001',
    'require F4 when F1=001',
  ]);
  expect(
    said(
      `Wenn ${CHIP} = Ja, dann muss Feldgruppe ${ADDRESS} "Anschrift" als Pflichtfeldgruppe angezeigt UND Feld ${PROOF} ausgeblendet werden.`,
    ),
  ).toEqual(['show G6 when F2=true', 'require G6 when F2=true', 'hide F4 when F2=true']);
  expect(said(`${PROOF} ist ein Pflichtfeld, wenn eines der Felder ${CHIP} mit "Ja" belegt ist.`)).toEqual([
    'require F4 when F2=true',
  ]);
});
const HINT = idOf('F', 5);

test('what follows "sonst" holds otherwise', () => {
  const inverse = ['show F3 when F2=true', 'hide F3 when not(F2=true)'];
  expect(said(`Wenn ${CHIP} = Ja, dann zeige ${NUMBER}, ansonsten nicht.`)).toEqual(inverse);
  expect(said(`Wenn ${CHIP} = Ja, dann zeige ${NUMBER} an, SONST zeige ${NUMBER} nicht an.`)).toEqual(
    inverse,
  );
  expect(said(`Wenn ${CHIP} = Ja, dann zeige ${NUMBER} an, sonst zeige die Felder nicht an.`)).toEqual(
    inverse,
  );
  expect(
    said(`Wenn ${CHIP} = Ja, dann zeige ${NUMBER} an, bei ${CHIP} = Nein zeige ${NUMBER} nicht an.`),
  ).toEqual(['show F3 when F2=true', 'hide F3 when F2=false']);
  expect(said(`Wenn ${CHIP} = Ja, dann zeige ${NUMBER}, wenn <> Ja, dann blende ${NUMBER} aus.`)).toEqual(
    inverse,
  );
  expect(
    said(
      `WENN ${DOG} = 001, DANN aktiviere ${PROOF}. WENN ${DOG} = alle anderen möglichen Ausprägungen der Codeliste , DANN deaktiviere ${PROOF}.`,
    ),
  ).toEqual(['show F4 when F1=001', 'hide F4 when (not(F1 empty) and not(F1=001))']);
});

test('something has to be given of several elements', () => {
  expect(
    said(
      `Es muss mindestens eines der Felder ${PLACE} "Ort" oder ${STREET} "Straße" befüllt sein.`,
      undefined,
      ADDRESS,
    ),
  ).toEqual(['valid G6 when (not(G6.F7 empty) or not(G6.F8 empty))']);
  expect(
    said(
      `Es muss entweder Feldgruppe ${ADDRESS} "Anschrift" oder Feldgruppe ${BORN} "Geburt" befüllt werden.`,
    ),
  ).toEqual(['valid  when (not(G6 empty) xor not(G9 empty))']);
  expect(said(`Mindestens eines der Felder ${CHIP} muss den Wert "wahr" haben.`)).toEqual([
    'valid  when F2=true',
  ]);
  expect(
    said(
      `Wenn alle drei Felder ${DAY} "Tag", ${MONTH} "Monat" und ${YEAR} "Jahr" befüllt sind, muss die Validität des sich ergebenden Kalenderdatums sichergestellt werden. D.h. es muss z.B. 30.02.2019 oder der 31.11.1968 verhindert werden, da diese keine korrekten Datumsangaben sind.`,
      undefined,
      BORN,
    ),
  ).toEqual(['date G9 when always']);
});

test('a part for a Land counts there alone', () => {
  const rule = `Für die Länder NW, SN gilt: Das Feld ${PROOF} muss befüllt werden. Für das Land RP gilt: Das Feld ${PROOF} muss angezeigt werden. Für alle anderen Länder gilt: Das Feld ${PROOF} darf nicht angezeigt werden.`;
  expect(said(rule)).toEqual(['left: it differs by Land: name yours with --land']);
  expect(said(rule, 'SN')).toEqual(['require F4 when always']);
  expect(said(rule, 'RP')).toEqual(['show F4 when always']);
  expect(said(rule, 'SH')).toEqual(['hide F4 when always']);
  expect(said(`Für das Land XX gilt: Das Feld ${PROOF} muss befüllt werden.`, 'SH')[0]).toMatch(/^left/);
});

test('a rule is read whole or not at all', () => {
  const left: [text: string, reason: RegExp][] = [
    [`Wenn ${CHIP} = "Ja", dann zeige ${NUMBER}, bei <> "Nein zeige ${NUMBER} nicht an.`, /./],
    [`Wenn ${CHIP} = Ja, dann zeige ${NUMBER} an, und informieren Sie das Amt.`, /informieren/],
    [`Wenn ${CHIP} = Ja, dann zeige ${NUMBER} an, wobei nur der Code G ausgewählt werden darf.`, /wobei/],
    [`WENN ${DOG} = 003, DANN ${NUMBER} "Chipnummer" UND deaktiviere ${PROOF}.`, /not understood/],
    [`Wenn ${DOG} = 007, dann aktiviere ${PROOF}.`, /no "007"/],
    [`Wenn ${DOG} = 001 "von privat", dann aktiviere ${PROOF}.`, /"001" of \w+ is "aus dem Tierheim"/],
    [`Wenn ${DOG} = 001 "gebraucht", dann aktiviere ${PROOF}.`, /not "gebraucht"/],
    [`Wenn ${DOG} "Chipnummer" = 001, dann aktiviere ${PROOF}.`, /is the name of/],
    [`Wenn ${DOG} Chipnummer = 001, dann aktiviere ${PROOF}.`, /is the name of/],
    [`Wenn ${DOG} = 001, dann aktiviere ${PROOF} "Nachweis, ${NUMBER} "Chipnummer".`, /quotation mark/],
    [`Wenn ${DOG} = 001 ODER = 002 UND ${CHIP} = Ja, dann aktiviere ${PROOF}.`, /without brackets/],
    [`Wenn ${DOG} <> 001 ODER <> 002, dann aktiviere ${PROOF}.`, /always holds/],
    [`Wenn ${DOG} = 001 UND = 002, dann aktiviere ${PROOF}.`, /never holds/],
    [`Wenn ${DOG} <> (001 ODER 002), dann aktiviere ${PROOF}.`, /not understood/],
    [`Wenn ${DOG} = (001 UND 002), dann aktiviere ${PROOF}.`, /not understood/],
    [`Wenn ${DOG} <> 001 UND 002, dann aktiviere ${PROOF}.`, /not understood/],
    [`Wenn ${DOG} <> 001 ODER 002, dann aktiviere ${PROOF}.`, /not understood/],
    [
      `Wenn ${DOG} = alle anderen möglichen Ausprägungen der Codeliste, dann aktiviere ${PROOF}.`,
      /before it/,
    ],
    [`Wenn ${passport.id} = 001 "Ausweis neue", dann aktiviere ${PROOF}.`, /not "Ausweis neue"/],
    [`Wenn ${unlisted.id} = 001, dann aktiviere ${PROOF}.`, /its list is missing/],
    [`Wenn ${CHIP} = 001, dann aktiviere ${PROOF}.`, /not understood/],
    [`Wenn ${CHIP} = "Ja, dann aktiviere ${PROOF}.`, /not understood/],
    [`Wenn ${ADDRESS} = 001, dann aktiviere ${PROOF}.`, /has no value/],
    [`Wenn F99000999999 = 001, dann aktiviere ${PROOF}.`, /no element/],
    [`Wenn F9900000000 = Ja, dann aktiviere ${PROOF}.`, /not understood/],
    [`Wenn ${CHIP} nicht === Ja, dann aktiviere ${PROOF}.`, /not understood/],
    [`Wenn ${CHIP} = Ja, dann mache es zu einer Pflichtangabe.`, /not understood/],
    [`Wenn ${CHIP} = Ja, dann aktiviere ${PROOF}, ${NUMBER} UND mache es zu einer Pflichtangabe.`, /mache/],
    [`Das Feld ${DOG} ist mit 001 vorzubefüllen und auszublenden.`, /not understood/],
    [`Wenn ${'('.repeat(100_000)}`, /longer than/],
    ['', /./],
    ['Der Hund muss bellen.', /bellen/],
  ];
  for (const [text, reason] of left) {
    const rule = read(text);
    expect(rule, text).toHaveProperty('reason');
    expect('reason' in rule && rule.reason, text).toMatch(reason);
  }
});

test('an id means a member of the owner before all others, and only one element', () => {
  const twice = new SchemaElements(
    schemaOf([
      member(chip),
      member(
        group(20, 'Eins', [
          member(field(21, 'Name')),
          member(group(22, 'Innen', [member(field(21, 'Name'))])),
        ]),
      ),
      member(group(23, 'Zwei', [member(field(21, 'Name'))])),
    ]),
  );
  const at = (owner: string, id: string) =>
    readProse({ owner, id: 'R', name: '', text: `Wenn ${CHIP} = Ja, dann aktiviere ${id}.` }, twice);
  const [one, two, inner, name] = [idOf('G', 20), idOf('G', 23), idOf('G', 22), idOf('F', 21)];
  expect(at(one, name)).toMatchObject({ clauses: [{ target: `${one}.${name}` }] });
  expect(at(two, name)).toMatchObject({ clauses: [{ target: `${two}.${name}` }] });
  expect(at('', `${inner}.${name}`)).toMatchObject({ clauses: [{ target: `${one}.${inner}.${name}` }] });
  expect(at('', name)).toMatchObject({ reason: expect.stringContaining('is 3 elements') });
});
