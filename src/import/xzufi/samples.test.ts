import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceAnswer } from '#server/content/service-answer.ts';
import type { Content, Service } from '#server/content/types.ts';
import { type ImportFolder, importFolder, sample } from './testing.ts';

let folder: ImportFolder;
let content: Content;
let report: string;
beforeAll(() => {
  folder = importFolder();
  report = folder.run(sample('2.2.0'), sample('2.3.1')).report.join('\n');
  content = folder.content();
});
afterAll(() => folder.remove());

const service = (leiKaId: string): Service => {
  const found = content.services.get(leiKaId);
  if (!found) throw new Error(`${leiKaId} is not there`);
  return found;
};
const restaurant = () => service('99050012104777');
const secondHome = () => service('99115005104999');
const tent = () => service('99115005104998');

describe('a service of 2.2.0, in the spellings of real files', () => {
  test('has the name for citizens, and the official one where that is missing', () => {
    expect(restaurant().title).toEqual({
      de: 'Gaststätte & Café anzeigen',
      en: 'Restaurant business notification',
    });
    expect(restaurant().slug).toBe('gaststaette-cafe-anzeigen-99050012104777');
  });

  test('has a teaser, keywords, a topic by its category', () => {
    expect(restaurant().teaser.de).toBe('Wer eine Gaststätte eröffnet, zeigt das an. Das kostet nicht viel.');
    expect(restaurant().keywords.de).toEqual(['Kneipe', 'Restaurant eröffnen']);
    expect(restaurant().topics).toEqual(['unternehmen-und-gewerbe']);
  });

  test('has its text modules as HTML, escaped or not, with links and without scripts', () => {
    const { shortText, documents, legalBasis } = restaurant().texts;
    expect(shortText?.de).toContain('<p>Das kostet <strong>nicht viel</strong>.</p>');
    expect(shortText?.en).toBe('<p>If you open a restaurant, you must notify us.</p>');
    expect(documents?.de).toContain('<li>Ausweis</li>');
    expect(documents?.de).toContain('href="https://recht.example/gastg"');
    expect(documents?.de).toContain('href="https://merkblatt.example/gaststaette?a=1&amp;b=2"');
    expect(documents?.de).toContain('## Kein Titel');
    expect(documents?.de).not.toMatch(/script|onclick|alert|\/formulare/);
    expect(legalBasis?.de).toMatch(/<p>§ 2 Gaststättengesetz<\/p>\s*<p>§ 3 Gaststättengesetz<\/p>/);
  });

  test('says in English what is there only in German, and gives the German text', () => {
    expect(restaurant().texts.cost?.en).toMatch(
      /not available in English.*<div lang="de">\s*<p>Die Kosten legt die Gemeinde fest/s,
    );
    expect(restaurant().texts.shortText?.en).not.toContain('not available');
  });

  test('has costs in cents and deadlines in figures, a day in words', () => {
    expect(restaurant().costs).toEqual([
      { kind: 'FIXED', amount: 3750, label: { de: 'für jede Anzeige', en: 'for each notification' } },
      { kind: 'VARIABLE', from: 1000, to: 12050 },
    ]);
    expect(restaurant().deadlines).toEqual([
      { duration: { value: 4, unit: 'week' }, label: { de: 'Antragsfrist', en: 'Antragsfrist' } },
    ]);
    expect(restaurant().texts.deadlines?.de).toBe('<p>Stichtag: 01.03.2026</p>');
  });

  test.each([
    ['Kiel', '010020000000', 'Gewerbemeldestelle', []],
    [
      'Strande, in the association',
      '010585822157',
      'Amt Dänischenhagen, Ordnungsamt',
      ['https://dienst.example/start'],
    ],
    ['Schwedeneck, in the association', '010585822150', 'Amt Dänischenhagen, Ordnungsamt', []],
    ['Lübeck, where nobody was named', '010030000000', undefined, []],
  ])('knows who answers in %s, and what can be done online there', (_, area, authority, online) => {
    const answer = serviceAnswer(content, restaurant(), { lang: 'de', area });
    expect(answer.authority?.name).toBe(authority);
    expect(answer.onlineLinks.map(({ url }) => url)).toEqual(online);
  });
});

describe('a service of 2.3.1, in the other spellings', () => {
  test('joins the parts of a module in their order, XHTML among them', () => {
    expect(secondHome().texts.fullText?.de.replace(/\s+/g, ' ')).toBe(
      '<p>Erster Teil</p> <p>Zweiter <em>Teil</em></p>',
    );
  });

  test('says when the English was made by a machine', () => {
    expect(secondHome().texts.fullText?.en).toMatch(/translated by a machine.*First part.*Second part/s);
  });

  test('reads costs, deadlines and processing time as elements and in several modules', () => {
    expect(secondHome().costs).toEqual([
      { kind: 'FREE' },
      { kind: 'VARIABLE', from: 500, label: { de: 'Mahnung', en: 'Mahnung' } },
    ]);
    expect(secondHome().deadlines).toEqual([
      { duration: { value: 2, unit: 'week' }, label: { de: 'nach dem Einzug', en: 'after moving in' } },
    ]);
    expect(secondHome().texts.deadlines).toEqual({ de: '<p>bis 31.3.</p>', en: '<p>until 31.3.</p>' });
    expect(secondHome().processingTime).toEqual({ value: 1, to: 3, unit: 'workday' });
    expect(secondHome().audience).toEqual(['citizens', 'businesses']);
  });

  test('without English says so once, above the German text', () => {
    expect(tent().title).toEqual({ de: 'Zelt im Garten melden', en: 'Zelt im Garten melden' });
    expect(tent().texts.shortText?.en).toMatch(/page is not available in English.*Nur auf Deutsch\./s);
    expect(tent().texts.hints?.en).toBe('<div lang="de">\n<p>Auch das.</p>\n</div>');
  });

  test('one authority answers in the whole state', () => {
    const answer = serviceAnswer(content, tent(), { lang: 'de', area: '010540138138' });
    expect(answer.authority).toMatchObject({ name: 'Ministerium für Zelte', postbox: '71', city: 'Kiel' });
    expect(answer.authority).not.toHaveProperty('street');
  });
});

test('an authority has address and ways to reach it, its office without address those of the unit above', () => {
  const named = (name: string) => [...content.authorities.values()].find((one) => one.name.de === name);
  expect(named('Landeshauptstadt Kiel')).toMatchObject({
    name: { de: 'Landeshauptstadt Kiel', en: 'City of Kiel' },
    street: 'Fleethörn',
    streetNumber: '9',
    postalCode: '24103',
    phoneNumber: '+49 431 0000-0',
    fax: '+49 431 0000-1',
    email: 'stadt@kiel.example',
    website: 'https://kiel.example/',
    contactBox: {
      addresses: [
        // The postcode differs: letters with that of the street would not arrive.
        { kind: 'postbox', postbox: '1152', postalCode: '24099', city: 'Kiel' },
        { kind: 'house', street: 'Beispielweg', streetNumber: '12 a', postalCode: '24143', city: 'Kiel' },
      ],
      telephones: [{ number: '+49 431 0000-2' }],
      faxes: [{ number: '+49 431 0000-3' }],
      emails: [{ email: 'termine@kiel.example' }],
      links: [{ url: 'https://kiel.example/termine' }],
    },
    openingHours: { de: 'Montag 8 bis 12 Uhr', en: 'Montag 8 bis 12 Uhr' },
  });
  expect(named('Landeshauptstadt Kiel')).not.toHaveProperty('postbox');
  expect(named('Gewerbemeldestelle')).not.toHaveProperty('contactBox');
  expect(named('Gewerbemeldestelle')).toMatchObject({ street: 'Fleethörn', city: 'Kiel' });
  expect(named('Amt Dänischenhagen, Ordnungsamt')).toMatchObject({
    street: 'Sturenhagener Weg',
    streetNumber: '14 a',
  });
});

test.each([
  'read: services: 5',
  'written: services: 3',
  'skipped: services without any text: 1\n  L100042 L100042.LB.3 Dienst ohne Schlüssel',
  'written: descriptions of services for some places: 1',
  'skipped: links of text modules that are no web addresses: 1\n  L100042 L100042.LB.1: javascript:alert(1)',
  'skipped: objects of a kind that the portal does not have: 1\n  S.1: spezialisierung',
  'skipped: organisational units without street or postbox, postcode and town: 1',
  'skipped: further addresses without street or postbox, postcode and town: 1\n  L100042 L100042.OE.10: 001Hausanschrift Ohne Ort 1',
  'skipped: texts in languages that the portal does not have: 1\n  L100042 L100042.LB.1: de-x-ls',
  'skipped: trust levels of online services that have no name: 1\n  L100042 L100042.OD.1: 20',
  'skipped: costs without an amount in euros and without words: 1',
  'L100042 L100042.OE.20: E-Mail keine Adresse',
  'elements that could not be read, by number:\n  leistung/leuchtturm: 1 (L100042 L100042.LB.1)',
  'leistung/modulFachlicheFreigabe: 1',
])('the report says: %s', (line) => {
  expect(report).toContain(line);
});
