import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type ContentKind, searchAnswer, searchResult } from '#contract/content.ts';
import { type Locale, locales } from '#domain/locale.ts';
import type { Content } from '#server/content/types.ts';
import { createSearch, type SearchRequest } from './search.ts';
import { demonstration } from './testing/content.ts';

const { content, synonyms } = demonstration();
const log = { error: (fault: unknown) => expect.unreachable(JSON.stringify(fault)) };
const search = await createSearch(content, synonyms, log);

const find = (query: string, more: Partial<SearchRequest> = {}) =>
  search.search({ query, locale: 'de', kind: 'ALL_CONTENT', page: 1, ...more });
const idOf = (slug: string) =>
  [...content.services.values()].find((service) => service.slug === slug)?.leiKaId ?? '';
const KIEL = '010020000000';
const kinds: ContentKind[] = [
  'ALL_CONTENT',
  'SERVICE',
  'CMS',
  'CMS_SERVICE',
  'RESPONSIBLE_AUTHORITY',
  'LOCATION',
];

test('services stand before everything else', () => {
  const types = find('Hund Kiel').results.map(({ type }) => type);
  expect(types[0]).toBe('service');
  expect(types.lastIndexOf('service')).toBe(types.filter((type) => type === 'service').length - 1);
});

test('each kind shows its own, and its count says how many there are', () => {
  const { counts } = find('Kiel');
  for (const kind of kinds) expect(find('Kiel', { kind }).total, kind).toBe(counts[kind]);
  expect(counts.ALL_CONTENT).toBe(counts.CMS_SERVICE + counts.RESPONSIBLE_AUTHORITY + counts.LOCATION);
  expect(counts.CMS_SERVICE).toBe(counts.CMS + counts.SERVICE);
});

test('an authority is found by its name, with its contact data and without its technical addresses', () => {
  const [first] = find('Landeshauptstadt Kiel', { kind: 'RESPONSIBLE_AUTHORITY' }).results;
  expect(first).toMatchObject({ type: 'authority', contact: { city: 'Kiel' } });
  expect(JSON.stringify(first)).not.toContain('destinationId');
});

test('a place is found by postcode and name', () => {
  const { results } = find('24103', { kind: 'LOCATION' });
  expect(results).toContainEqual(expect.objectContaining({ type: 'location', id: KIEL }));
});

test('a place in the text is offered, unless it is the chosen one', () => {
  expect(find('Hund anmelden 24103').placeInQuery).toEqual({ query: 'Hund anmelden', place: '24103' });
  expect(find('Hund anmelden Kiel', { area: KIEL }).placeInQuery).toBeNull();
  expect(find('Hund anmelden Kiel', { place: 'Kiel' }).placeInQuery).toBeNull();
  expect(find('Hund anmelden 24103', { area: KIEL }).placeInQuery).toBeNull();
  expect(find('Hund 24229', { place: '24229' }).placeInQuery).toBeNull();
  expect(find('Hund anmelden Flensburg', { area: KIEL }).placeInQuery?.place).toBe('Flensburg');
});

test('pages of ten follow one another without gap or repetition', () => {
  const first = find('', { kind: 'SERVICE' });
  const pages = Math.ceil(first.total / 10);
  const ids = Array.from({ length: pages }, (_, at) => find('', { kind: 'SERVICE', page: at + 1 })).flatMap(
    ({ results }) => results.map(({ id }) => id),
  );
  expect(new Set(ids)).toEqual(new Set(content.services.keys()));
  expect(ids).toHaveLength(content.services.size);
  const last = find('', { kind: 'SERVICE', page: pages });
  expect(find('', { kind: 'SERVICE', page: pages + 1 })).toEqual(last);
});

test.each(['', '   ', '?!', 'ich und die', 'wie wo was'])(
  'without a subject (%j) the most wanted services come first',
  (query) => {
    const ids = find(query, { kind: 'SERVICE' }).results.map(({ id }) => id);
    expect(ids.slice(0, content.frequent.length)).toEqual(content.frequent);
  },
);

test('a result says whether it can be done online at the place', () => {
  const dogTax = (area?: string) =>
    find('Hundesteuer', { area }).results.find(({ id }) => id === idOf('hundesteuer'));
  expect(dogTax()?.availability).toBe('choosePlace');
  expect(dogTax(KIEL)).toMatchObject({ availability: 'online', authority: expect.stringContaining('Kiel') });
  const withoutForm = find('Geburtsurkunde', { area: KIEL }).results[0];
  expect(withoutForm?.availability).toBe('onSite');
});

test('a place written as text is taken when it means one place, otherwise there is a choice', () => {
  expect(find('Hund', { place: 'Kiel' }).place?.key).toBe(KIEL);
  const shared = find('Hund', { place: '24229' });
  expect(shared.place).toBeNull();
  expect(shared.placeChoices.length).toBeGreaterThan(1);
  expect(find('Hund', { place: 'Qwxyz' }).placeIsUnknown).toBe(true);
});

test('a misspelt word finds what was meant, and the right spelling is offered', () => {
  const { results, corrections } = find('Personalauswies beantragen');
  expect(results[0]?.id).toBe(idOf('personalausweis'));
  expect(corrections[0]).toBe('Personalausweis beantragen');
});

test.each([
  ['Wohngelt', 'wohngeld', 'Wohngeld'],
  ['Elterngelt', 'elterngeld', 'Elterngeld'],
])('%s is misspelt, although its parts are words', (query, slug, correction) => {
  const { results, corrections } = find(query);
  expect(content.services.get(results[0]?.id ?? '')?.slug).toBe(slug);
  expect(corrections[0]).toBe(correction);
});

test.each(['Personalausweis', 'Hund anmelden', 'Hundesteueranmeldung', 'Kindergel'])(
  '%s is not corrected',
  (query) => {
    expect(find(query).corrections).toEqual([]);
  },
);

test('every correction finds something', () => {
  for (const query of ['Furerschein umtausch', 'Gebutsurkunde', 'elterngled', 'pasport', 'Wongeld']) {
    const { corrections } = find(query);
    expect(corrections.length, query).toBeGreaterThan(0);
    for (const correction of corrections) expect(find(correction).total, correction).toBeGreaterThan(0);
  }
});

test('a misspelt function word is left out, and not offered as a correction', () => {
  expect(find('daqei hochladen').corrections).toEqual(['Datei hochladen']);
  const { total, corrections } = find('wenm Sperrmüll');
  expect(corrections).toEqual([]);
  expect(total).toBeGreaterThan(0);
});

test('what nobody offers is not found', () => {
  const { total, results } = find('Quantenchromodynamik', { kind: 'SERVICE' });
  expect({ total, results }).toEqual({ total: 0, results: [] });
});

const services = (query: string, locale: Locale = 'de') =>
  find(query, { kind: 'SERVICE', locale }).results.map(({ id }) => content.services.get(id)?.slug);

test.each(['Reisepass in Bad Segeberg', 'Reisepass Bad Oldesloe beantragen', 'Reisepass Kreis Segeberg'])(
  '%s: the place does not outweigh the service, and its authorities follow',
  (query) => {
    expect(services(query)[0]).toBe('reisepass');
    expect(find(query, { kind: 'RESPONSIBLE_AUTHORITY' }).total).toBeGreaterThan(0);
  },
);

test('a compound is about its first words: no other money than that for care', () => {
  const found = services('Pflegegeld');
  expect(found[0]).toBe('hilfe-zur-pflege');
  expect(found.slice(0, 3)).not.toContain('wohngeld');
});

test.each(['Flugschein', 'Tabaksteuer', 'Taschengeld', 'Presseausweis'])(
  '%s: of a compound whose first word nothing speaks of, the last one alone is no hit',
  (query) => {
    expect(find(query).total).toBe(0);
  },
);

test('a head that is a compound itself has a meaning of its own', () => {
  expect(services('Urlauberfischereischein')[0]).toBe('fischereischein');
});

test('what is to be done is no answer without the thing, and alone it is one', () => {
  expect(find('Netflix kündigen').total).toBe(0);
  expect(find('boat licence', { locale: 'en' }).total).toBe(0);
  expect(services('ummelden')[0]).toBe('wohnsitz-anmeldung');
});

test('one word of a longer keyword is no subject, all of its words are', () => {
  expect(find('Regenschirm').total).toBe(0);
  expect(services('Regenschirm verloren')[0]).toBe('fundsache');
  expect(services('Wand einreißen')[0]).toBe('baugenehmigung');
});

test('a matter of others finds nothing, and next to a thing of the content that thing', () => {
  expect(find('Steuererklärung abgeben').total).toBe(0);
  expect(find('tax return', { locale: 'en' }).total).toBe(0);
  expect(services('Kopie der Steuererklärung beglaubigen')[0]).toBe('beglaubigung');
  expect(search.suggest('Steuererklärung', 'de').length).toBeGreaterThan(0);
});

test('what only running text mentions is not answered, while typing it is', () => {
  expect(find('Rundfunkbeitrag').total).toBe(0);
  expect(search.suggest('Rundfunkbeitrag', 'de').length).toBeGreaterThan(0);
});

test('who writes in a language that the portal does not speak is told so in it', () => {
  const { results, languageNotes } = find('تجديد جواز السفر');
  expect(content.services.get(results[0]?.id ?? '')?.slug).toBe('reisepass');
  expect(languageNotes).toEqual([
    { lang: 'ar', dir: 'rtl', text: synonyms.foreign.find(({ lang }) => lang === 'ar')?.note },
  ]);
  expect(find('paszport').languageNotes).toMatchObject([{ lang: 'pl', dir: 'ltr' }]);
});

test.each(['Reisepass', 'Kindergarten', 'Auto anmelden', 'passport', 'Personalauswies'])(
  '%s is written in a language of the portal',
  (query) => {
    expect(find(query).languageNotes).toEqual([]);
  },
);

test('umlauts may be written in three ways', () => {
  const ids = (query: string) => find(query).results.map(({ id }) => id);
  expect(ids('Führungszeugnis')).toEqual(ids('Fuehrungszeugnis'));
  expect(ids('Führungszeugnis')).toEqual(ids('FUHRUNGSZEUGNIS'));
  expect(ids('Sperrmüll')).toEqual(ids('Sperrmu\u0308ll'));
});

test('suggestions: at most eight, services first, from the first letter on', () => {
  for (const text of ['P', 'Pe', 'Perso', 'Personalauswi', 'Hund an', 'Personlaaus']) {
    const found = search.suggest(text, 'de');
    expect(found.length, text).toBeGreaterThan(0);
    expect(found.length, text).toBeLessThanOrEqual(8);
    expect(found[0]?.type, text).toBe('service');
  }
  expect(search.suggest('P', 'de')).toHaveLength(8);
  expect(search.suggest('Hund an', 'de')[0]?.id).toBe(idOf('hundesteuer'));
  expect(search.suggest('birth c', 'en')[0]?.id).toBe(idOf('geburtsurkunde'));
  expect(search.suggest('', 'de')).toEqual([]);
});

test('a part that fails leaves the rest, is logged, and the answer says so', async () => {
  const failures: { part: string }[] = [];
  const broken: Content = {
    ...content,
    areas: new Map(
      [...content.areas].map(([key, area]) => [
        key,
        { ...area, ars: key, localities: null as unknown as string[] },
      ]),
    ),
  };
  const withFault = await createSearch(broken, synonyms, {
    error: (fault: unknown) => failures.push(fault as { part: string }),
  });
  const answer = withFault.search({ query: 'Hund', locale: 'de', kind: 'ALL_CONTENT', page: 1 });
  expect(answer.incomplete).toBe(true);
  expect(answer.results[0]?.id).toBe(idOf('hundesteuer'));
  expect(failures.map(({ part }) => part)).toEqual(['locations', 'place in text']);
  expect(find('Hund').incomplete).toBe(false);
});

test('new content is found as soon as it is there, and the old one until then', async () => {
  const own = await createSearch(content, synonyms, log);
  const first = (query: string) =>
    own.search({ query, locale: 'de', kind: 'SERVICE', page: 1 }).results.map(({ id }) => id)[0];
  const service = content.services.get(idOf('hundesteuer'));
  if (!service) throw new Error('the demonstration has no dog tax');
  const added = {
    ...service,
    leiKaId: '99999999999999',
    slug: 'zauberei',
    title: { de: 'Zauberei anmelden', en: 'Register magic' },
  };
  const takeOver = await own.prepare(
    { ...content, services: new Map([...content.services, [added.leiKaId, added]]) },
    {
      de: [['Zauberei', 'Hokuspokus']],
      en: [],
      foreign: [],
      kinds: { de: {}, en: {} },
      elsewhere: { de: [], en: [] },
    },
  );
  expect(first('Zauberei')).toBeUndefined();
  takeOver();
  expect(first('Zauberei')).toBe(added.leiKaId);
  expect(first('Hokuspokus')).toBe(added.leiKaId);
});

const wild = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 2000 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'hund',
        'an',
        '<script>alert(1)</script>',
        '\u0000',
        '\u200B',
        'ß',
        '-',
        'ab-',
        '§',
        '%',
        '\\',
        '(',
        'constructor',
        '__proto__',
        'Ä',
      ),
      { maxLength: 400 },
    )
    .map((parts) => parts.join(' ')),
  fc.integer({ min: 1, max: 2000 }).map((length) => 'straßenverkehrsamt'.repeat(200).slice(0, length)),
);

test('any text in any place is answered in the shape of the contract', () => {
  fc.assert(
    fc.property(
      wild,
      wild,
      fc.constantFrom(...kinds),
      fc.constantFrom(...locales),
      fc.integer({ min: 1, max: 9999 }),
      (query, place, kind, locale, page) => {
        const answer = search.search({ query, place, kind, locale, page });
        expect(z.safeParse(searchAnswer, answer).error).toBeUndefined();
        expect(answer.incomplete).toBe(false);
        expect(answer.page).toBeLessThanOrEqual(page);
        expect(answer.results.length).toBe(Math.max(0, Math.min(10, answer.total - 10 * (answer.page - 1))));
        expect(z.safeParse(z.array(searchResult), search.suggest(query, locale)).error).toBeUndefined();
      },
    ),
    { numRuns: 300 },
  );
});
