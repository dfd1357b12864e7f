import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textModules } from '#contract/text-modules.ts';
import { isVariableFee } from '#domain/fee.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { childrenOf } from '#forms/components.ts';
import { collectTexts } from '#forms/localise.ts';
import type { Component } from '#forms/types.ts';
import { amountsInText } from '#server/content/load/amounts-in-text.ts';
import { availableMetadata } from '#server/content/offers.ts';
import { resolvePlace } from '#server/content/places/resolve-place.ts';
import { responsibleAuthority } from '#server/content/responsibility.ts';
import type { Content, ContentFault } from '#server/content/types.ts';
import { formioForms } from '#server/engines/formio/testing/forms.ts';
import { type LoadedContent, loadContent } from './load.ts';

const DEMONSTRATION = join(import.meta.dirname, '../../../content');
type Changes = Record<string, ((text: string) => string) | null>;

const root = mkdtempSync(join(tmpdir(), 'content-'));
const folders = { whole: join(root, 'whole'), few: join(root, 'few'), empty: join(root, 'empty') };
beforeAll(() => {
  mkdirSync(folders.empty);
  cpSync(DEMONSTRATION, folders.whole, { recursive: true });
  const certificates = ['meldebescheinigung', 'meldebescheinigung-online-ausweis'];
  const online = ['hundesteuer', 'bewohnerparkausweis', 'gewerbeanmeldung', ...certificates];
  const kept = [...online, 'wohngeld', 'fischereischein', 'personalausweis', 'reisepass'];
  cpSync(DEMONSTRATION, folders.few, {
    recursive: true,
    filter: (path) => kept.includes(/[\\/]services[\\/]([^\\/]+)/.exec(path)?.[1] ?? kept[0] ?? ''),
  });
});
afterAll(() => rmSync(root, { recursive: true }));

/**
 * Loads the demonstration content with each given file changed or created (null: removed). `few`: only some services,
 * so that many cases are quick; entries that refer to the others are then faulty as well.
 */
function load(
  changes: Changes,
  from: keyof typeof folders = 'whole',
  options?: Parameters<typeof loadContent>[1],
) {
  const before = new Map(
    Object.keys(changes).map((file) => {
      const path = join(folders[from], file);
      return [path, existsSync(path) ? readFileSync(path, 'utf8') : null] as const;
    }),
  );
  try {
    for (const [file, change] of Object.entries(changes)) {
      const path = join(folders[from], file);
      if (change) writeFileSync(path, change(before.get(path) ?? ''));
      else rmSync(path);
    }
    return loadContent(folders[from], options);
  } finally {
    for (const [path, text] of before) {
      if (text === null) rmSync(path);
      else writeFileSync(path, text);
    }
  }
}

/** Replaces text that must exist, so that no case passes without a change. */
function swap(from: string, to: string) {
  return (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  };
}

function lineOf(file: string, text: string | RegExp): number {
  const before = readFileSync(join(DEMONSTRATION, file), 'utf8').split(text)[0] ?? '';
  return before.split('\n').length;
}

function faultsOf(changes: Changes, from: keyof typeof folders = 'whole') {
  const result = load(changes, from);
  return 'faults' in result ? result.faults : [];
}

describe('what is kept about people', () => {
  const privacy = (changes: Changes, keeping?: Parameters<typeof loadContent>[1]) => {
    const loaded = load(changes, 'whole', keeping);
    return 'faults' in loaded ? null : loaded.content.pages.get('privacy')?.html;
  };

  test('is on the privacy page, with the settings of the installation', () => {
    const usual = { SESSION_IDLE_MINUTES: 30, SESSION_ABSOLUTE_MINUTES: 480, MAIL_RETRY_HOURS: 48 };
    const html = privacy({}, { keeping: { ...usual, REFUND_DAYS: 1234 } });
    expect(html?.de).toContain('1.234 Tage');
    expect(html?.en).toContain('1,234 days');
    expect(html?.de).not.toContain('kept --');
  });

  test.each(['de', 'en'])('must have its place there (%s)', (locale) => {
    const file = `pages/privacy/${locale}.md`;
    expect(faultsOf({ [file]: swap('<!-- kept -->', '') }, 'few')).toContainEqual({
      file,
      line: 1,
      reason: 'a line <!-- kept --> is missing: what is kept, and why',
    });
  });

  test('needs its law', () => {
    expect(faultsOf({ 'data-protection.json': null }, 'few')).toContainEqual({
      file: 'data-protection.json',
      line: 1,
      reason: 'the file is missing',
    });
    const renamed = faultsOf({ 'data-protection.json': swap('"proof": {', '"proofs": {') }, 'few');
    expect(renamed.map(({ file }) => file)).toContain('data-protection.json');
  });
});

describe('the demonstration content', () => {
  const result = loadContent(DEMONSTRATION);
  const content = 'content' in result ? result.content : ({} as Content);

  test('loads without a fault', () => {
    expect(result).not.toHaveProperty('faults');
    expect(content.services.size).toBeGreaterThanOrEqual(60);
    expect(content.topics.size).toBeGreaterThanOrEqual(12);
    expect(content.lifeSituations.size).toBeGreaterThanOrEqual(10);
    expect(content.portals.size).toBeGreaterThanOrEqual(4);
    expect(content.authorities.size).toBeGreaterThanOrEqual(40);
    expect(content.areas.size).toBe(98);
    expect(content.frequent.length).toBeGreaterThanOrEqual(6);
  });

  test('says with what happens next how the result of a form arrives', () => {
    const { de, en } = content.metadata.get('gewerbeanmeldung-kiel')!.afterwards;
    expect(de).toMatch(/steuerlichen Erfassung\. Den Gewerbeschein bekommen Sie mit der Post\.$/);
    expect(en).toMatch(/through ELSTER\. You receive the trade licence by post\.$/);
  });

  test('leads to another way where people can go it', () => {
    const wayIn = (loaded: Content) => loaded.metadata.get('meldebescheinigung-kiel')!.other;
    expect(wayIn(content)).toMatchObject({ leiKaId: '99115003012001' });
    const among = (logins: readonly ('nkb' | 'eid')[]) => loadContent(DEMONSTRATION, { logins });
    expect(wayIn((among(['nkb', 'eid']) as LoadedContent).content)).toBeDefined();
    expect(wayIn((among(['nkb']) as LoadedContent).content), 'its login is not offered').toBeUndefined();
    const elsewhere = load({
      'services/meldebescheinigung-online-ausweis/metadata.json': swap(
        '{ "authority": "kiel", "areas": ["010020000000"] },',
        '',
      ),
    });
    const { content: without } = elsewhere as LoadedContent;
    expect(wayIn(without), 'not there').toBeUndefined();
    expect(without.metadata.get('meldebescheinigung-luebeck')!.other).toBeDefined();
  });

  test('names the same amounts in both languages, and every fixed cost', () => {
    for (const { slug, texts, costs } of content.services.values()) {
      const german = amountsInText(texts.cost?.de ?? '', 'de');
      expect(amountsInText(texts.cost?.en ?? '', 'en'), slug).toEqual(german);
      const fixed = costs.flatMap((cost) => (cost.kind === 'FIXED' ? [cost.amount] : []));
      expect(german.length === 0 ? [] : fixed.filter((amount) => !german.includes(amount)), slug).toEqual([]);
    }
  });

  test('knows of every fee that a form charges what it can be', () => {
    const figures = Object.fromEntries(
      [...content.metadata.values()].flatMap(({ fmsFormId, feeFigures }) =>
        feeFigures ? [[fmsFormId, feeFigures]] : [],
      ),
    );
    expect(figures).toEqual({
      fischereischein: { kind: 'amounts', amounts: [2000, 6000, 18_500] },
      jagdschein: { kind: 'amounts', amounts: [2000, 6000, 14_000] },
      meldebescheinigung: { kind: 'each', amount: 1300 },
    });
    const varying = [...content.metadata.values()].filter(({ feeType }) => isVariableFee(feeType));
    expect(varying.filter(({ feeFigures }) => !feeFigures)).toEqual([]);
  });

  const all = ['nkb', 'elster', 'sk', 'eid'] as const;
  /** Names of the logins. */
  const called = {
    nkb: /Bürgerkonto|citizens’ account/i,
    elster: /Unternehmenskonto|business account/i,
    sk: /Servicekonto|service account/i,
  };
  const pagesWith = (logins: readonly LoginProviderId[]) => {
    const loaded = loadContent('content', { logins });
    if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
    return loaded.content.pages;
  };

  test.each<[readonly LoginProviderId[], RegExp[], RegExp[]]>([
    [
      all,
      [
        /Nur mit dem Ausweis, ohne Konto/,
        /Im Bürgerkonto/,
        /Im Servicekonto/,
        /So geht es/,
        /Wählen Sie dort/,
      ],
      [/keine Anmeldung/],
    ],
    [
      ['nkb'],
      [/Im Bürgerkonto/, /So geht es/, /Wählen Sie dort/],
      [/Nur mit dem Ausweis/, /Im Servicekonto/, /keine Anmeldung/],
    ],
    [
      ['eid'],
      [/Nur mit dem Ausweis, ohne Konto/, /So geht es/],
      [/Im Bürgerkonto/, /Im Servicekonto/, /Wählen Sie dort/, /keine Anmeldung/],
    ],
    [
      [],
      [/zurzeit keine Anmeldung mit dem Online-Ausweis/],
      [/Nur mit dem Ausweis/, /Bürgerkonto/, /Servicekonto/, /So geht es/],
    ],
  ])('explains the online ID by the logins that there are: %j', (logins, says, hides) => {
    const page = pagesWith(logins).get('online-id')?.html.de ?? '';
    for (const text of says) expect(page).toMatch(text);
    for (const text of hides) expect(page).not.toMatch(text);
    expect(page.match(/<h2>/g)).toHaveLength(
      pagesWith(logins).get('online-id')?.html.en.match(/<h2>/g)?.length ?? 0,
    );
    expect(page).not.toContain('login:');
  });

  test.each([[['nkb']], [['eid']], [['elster', 'sk']], [[]]] as LoginProviderId[][][])(
    'names on its pages no login that there is not: %j',
    (logins) => {
      const hidden = Object.entries(called).filter(([id]) => !logins.includes(id as LoginProviderId));
      for (const { id, html } of pagesWith(logins).values()) {
        for (const [, name] of hidden) expect(html.de + html.en, id).not.toMatch(name);
      }
    },
  );

  test('names an account in the texts of a service only where its form accepts it', () => {
    for (const { slug, texts, leiKaId } of content.services.values()) {
      const offers = [...content.metadata.values()].filter((it) => it.leiKaId === leiKaId);
      const text = JSON.stringify([texts, offers.map(({ needed }) => needed)]);
      for (const [id, name] of Object.entries(called)) {
        if (!name.test(text.replaceAll(/(ohne|kein) Bürgerkonto|(without|no) (a )?citizens’ account/g, '')))
          continue;
        const accepting = offers.filter(({ idpIds }) => idpIds.includes(id as LoginProviderId));
        expect(accepting.length, `${slug}: ${name}`).toBeGreaterThan(0);
      }
    }
  });

  test('says of every service what it is, what it takes and on what law it stands, in both languages', () => {
    for (const { slug, texts, keywords, topics } of content.services.values()) {
      for (const module of ['shortText', 'fullText', 'documents', 'procedure', 'legalBasis'] as const) {
        expect(texts[module]?.de, `${slug} ${module}`).toMatch(/<(p|ul|ol|h3)>/);
        expect(texts[module]?.en, `${slug} ${module}`).toMatch(/<(p|ul|ol|h3)>/);
      }
      expect(keywords.de.length, slug).toBeGreaterThanOrEqual(5);
      expect(keywords.en.length, slug).toBeGreaterThanOrEqual(5);
      expect(topics.length, slug).toBeGreaterThanOrEqual(1);
    }
    expect(Object.keys(content.services.get('99102013104000')?.texts ?? {})).toEqual(
      textModules.filter((module) => content.services.get('99102013104000')?.texts[module]),
    );
  });

  test('has every service in a step of the life situations that it names', () => {
    for (const { slug, lifeSituations } of content.services.values()) {
      for (const id of lifeSituations) {
        const slugs = content.lifeSituations.get(id)?.steps.flatMap(({ services }) => services);
        expect(slugs, `${id} ${slug}`).toContain(slug);
      }
    }
  });

  test('calls the account of the provider by one name in its pages, services and forms', () => {
    for (const { id, html } of content.pages.values()) {
      expect(`${id} ${html.de}`).not.toMatch(/Nutzerkonto|BundID/);
    }
    for (const { slug, teaser, texts } of content.services.values()) {
      expect(`${slug} ${teaser.de} ${JSON.stringify(texts)}`).not.toContain('Nutzerkonto');
    }
    for (const { metadataId, needed } of content.metadata.values()) {
      expect(`${metadataId} ${needed.de}`).not.toContain('Nutzerkonto');
    }
  });

  test('names an authority for every service at every place', () => {
    // Of other states, only areas for which this portal runs services.
    const places = [...content.areas.keys()].filter((ars) => ars.length === 12 && ars.startsWith('01'));
    expect(places.length).toBeGreaterThan(60);
    const without = [...content.services.values()].flatMap(({ slug, leiKaId }) =>
      places
        .filter((ars) => responsibleAuthority(content, leiKaId, ars) === null)
        .map((ars) => `${slug} ${content.areas.get(ars)?.name}`),
    );
    expect(without).toEqual([]);
    const wohngeld = [...content.services.values()].find(({ slug }) => slug === 'wohngeld')!;
    expect(responsibleAuthority(content, wohngeld.leiKaId, '130740087087')?.id).toBe(
      'landkreis-nordwestmecklenburg',
    );
  });

  test.each(['Büsum', 'Laboe', 'Timmendorfer Strand'])('knows %s', (name) => {
    expect(resolvePlace(content, { place: name }).place?.value).toContain(name);
  });

  test('offers a form only where the authority that answers for the service takes it', () => {
    let offers = 0;
    for (const { leiKaId } of content.services.values()) {
      for (const ars of content.areas.keys()) {
        const offer = availableMetadata(content, leiKaId, ars);
        if (!offer) continue;
        offers++;
        expect(responsibleAuthority(content, leiKaId, ars)?.id).toBe(offer.authority.id);
      }
    }
    expect(offers).toBeGreaterThan(50);
  });

  test('has the fee, login mode and electronic notice of each service as announced', () => {
    const rows = [...content.metadata.values()]
      .filter(({ authority }) => authority.id === 'kiel')
      .map(({ fmsFormId, mode, feeType, feeAmount, allowElectronicNoticeDelivery }) =>
        [fmsFormId, mode, feeType, feeAmount, allowElectronicNoticeDelivery].join(' '),
      );
    expect(rows).toEqual([
      'bewohnerparkausweis complete FIXED 3070 false',
      'fischereischein none VARIABLE  false',
      'gewerbeanmeldung start_and_complete FIXED 2600 false',
      'hundesteuer none FREE 0 false',
      'jagdschein complete VARIABLE_BY_FORM  false',
      'meldebescheinigung start VARIABLE_BY_FORM  true',
      'meldebescheinigung-online-ausweis start FREE 0 false',
      'wohngeld start_or_complete FREE 0 true',
    ]);
  });

  test('uses every component type that the portal can show', () => {
    const types = new Set<string>();
    const walk = (component: Component) => {
      types.add(component.type);
      childrenOf(component).forEach(walk);
    };
    for (const { de } of formioForms(content).values()) de.components.forEach(walk);
    expect([...types].sort()).toEqual(
      (
        'checkbox columns content currency datagrid datetime day editgrid email fieldset file number panel ' +
        'phoneNumber radio select selectboxes textarea textfield'
      ).split(' '),
    );
  });

  test('shows the English forms in English and with the same fields', () => {
    const same = new Set<string>();
    for (const { de, en } of formioForms(content).values()) {
      expect(en.title).not.toBe(de.title);
      expect(en.components.map(({ key }) => key)).toEqual(de.components.map(({ key }) => key));
      const german = collectTexts(de);
      for (const text of collectTexts(en)) if (german.includes(text)) same.add(text);
    }
    expect([...same].sort()).toEqual([
      'Bank',
      'Bl (blind)',
      'Gas',
      'GnR',
      'HRA',
      'HRB',
      'IBAN',
      'Malta',
      'Name',
      'Person',
      'Portugal',
    ]);
  });
});

const CERTIFICATE = 'services/meldebescheinigung/metadata.json';
/** The certificate's fee by a rule over facts of the process. */
const byProcess = (rule: object) => (text: string) =>
  text
    .replace('"VARIABLE_BY_FORM"', '"VARIABLE_BY_PROCESS"')
    .replace('"feeField": "feeTotal"', `"feeRule": ${JSON.stringify(rule)}`);
const DOG = 'services/hundesteuer';
const DOG_JSON = `${DOG}/service.json`;
const PASSPORT = 'services/reisepass/service.json';
const KIEL = 'authorities/kiel.json';
const AREAS = 'places/areas.csv';
const POSTCODES = 'places/postcodes.csv';

/** The change and its file; text of the undamaged file on the line where the fault is expected; reason. */
const cases: [string, string, (text: string) => string, string | RegExp | number, RegExp][] = [
  ['a comma too few', KIEL, swap('"1",', '"1"'), '"postalCode"', /not valid JSON: comma expected/],
  ['a comma too many', KIEL, (text) => text.replace(/\n}\s*$/, ',\n}'), 47, /not valid JSON/],
  ['a comment', KIEL, swap('"id"', '/* here */ "id"'), '"id"', /invalid comment token/],
  ['a key given twice', KIEL, swap('"fax"', '"email"'), '"email"', /email: the key is given twice/],
  ['an empty file', KIEL, () => '', 1, /the file is empty/],
  ['an unknown key', KIEL, swap('"fax"', '"telefax"'), '"fax"', /telefax: this key is not known here/],
  [
    'opening hours in words of one language',
    KIEL,
    swap('"Mo-Fr 08:00-12:00; Th 08:00-12:00,14:00-18:00"', '"Montag bis Freitag 8 bis 12 Uhr"'),
    '"openingHours"',
    /^openingHours: hours such as Mo-Fr 08:00-12:00; .* or words in both languages$/,
  ],
  [
    'a note about opening hours in words',
    KIEL,
    swap(
      '"Mo-Fr 08:00-12:00; Th 08:00-12:00,14:00-18:00"',
      '{ "de": "täglich", "en": "daily" }, "openingHoursNote": { "de": "nachts", "en": "at night" }',
    ),
    '"openingHours"',
    /^openingHoursNote: a note follows hours in the notation/,
  ],
  ['a missing key', KIEL, swap('  "city": "Kiel",\n', ''), 1, /^city: /],
  [
    'a wrong type',
    KIEL,
    swap('"streetNumber": "1"', '"streetNumber": 1'),
    '"streetNumber"',
    /^streetNumber: /,
  ],
  ['a wrong file name', KIEL, swap('"id": "kiel"', '"id": "kiehl"'), '"id"', /named kiehl\.json/],
  ['no UUID', KIEL, swap('"destinationId": "', '"destinationId": "x'), '"destinationId"', /^destinationId: /],
  ['neither street nor postbox', KIEL, swap('"street": "Musterstraße",', ''), 1, /^street: .*postbox/],
  ['one language only', KIEL, swap(', "en": "City of Kiel (demonstration)"', ''), '"name"', /^name\.en: /],
  [
    'a wrong header',
    AREAS,
    swap('ars,ags', 'ars;ags'),
    1,
    /first line has to be ars,ags,kind,name,parentArs/,
  ],
  ['a cell too few', AREAS, swap(',Heide,', ','), 'Heide', /5 values expected, 4 found/],
  ['an open quote', AREAS, swap('Heide', '"Heide'), 'Heide', /double quotes is not closed/],
  [
    'an impossible key',
    AREAS,
    swap('010510044044', '01051004404'),
    '010510044044',
    /2, 3, 5, 9 or 12 digits/,
  ],
  [
    'a wrong municipality key',
    AREAS,
    swap('01051044', '01051045'),
    'Heide',
    /ags "01051045" does not belong/,
  ],
  ['an unknown kind', AREAS, swap('STADT,Heide', 'DORF,Heide'), 'Heide', /kind "DORF" is not one of/],
  [
    'an unknown district',
    AREAS,
    swap('Heide,01051', 'Heide,0105'),
    'Heide',
    /parentArs 0105 is not in this table/,
  ],
  ['a foreign district', AREAS, swap('Heide,01051', 'Heide,01053'), 'Heide', /not the beginning of ars/],
  [
    'an area given twice',
    AREAS,
    (text) => `${text}01,,BUNDESLAND,Noch einmal,\n`,
    100,
    /ars 01 is given twice/,
  ],
  ['a short postcode', POSTCODES, swap('25746', '2574'), '25746', /postcode "2574" needs 5 digits/],
  [
    'a postcode of no municipality',
    POSTCODES,
    swap('25746,010510044044', '25746,01051'),
    '25746',
    /ars 01051 is not/,
  ],
  ['a postcode given twice', POSTCODES, (text) => `${text}25746,010510044044,Heide\n`, 120, /given twice/],
  [
    'a shared service at a place that does not exist',
    `${DOG}/service.json`,
    swap('"audience"', '"sharedService": { "partner": "mv", "areas": ["02"] }, "audience"'),
    '"audience"',
    /02 is not in places/,
  ],
  [
    'a shared service without another portal',
    `${DOG}/service.json`,
    swap('"audience"', '"sharedService": { "partner": "" }, "audience"'),
    '"audience"',
    /./,
  ],
  [
    'a service that another portal runs where there is a form of this one',
    `${DOG}/service.json`,
    swap('"audience"', '"sharedService": { "partner": "mv", "areas": ["01002"] }, "audience"'),
    '"audience"',
    /010020000000 has a form of this portal, too/,
  ],
  [
    'an unknown authority',
    `${DOG}/metadata.json`,
    swap('"kiel"', '"kiell"'),
    '"kiel"',
    /no authorities\/kiell\.json/,
  ],
  [
    'an unknown area',
    `${DOG}/metadata.json`,
    swap('010020000000', '010020000001'),
    '010020000000',
    /not in places/,
  ],
  [
    'an area offered twice',
    `${DOG}/metadata.json`,
    swap('010030000000', '010020000000'),
    '010030000000',
    /has an offer already/,
  ],
  [
    'an authority twice',
    `${DOG}/metadata.json`,
    swap('"luebeck"', '"kiel"'),
    '"luebeck"',
    /kiel has an offer already/,
  ],
  [
    'a free form with a fee',
    `${DOG}/metadata.json`,
    swap('"feeAmount": 0', '"feeAmount": 5'),
    '"feeAmount"',
    /FREE form/,
  ],
  [
    'a fixed fee of nothing',
    'services/gewerbeanmeldung/metadata.json',
    swap('2600', '0'),
    '"feeAmount"',
    /cents above 0/,
  ],
  [
    'a fee in euros',
    'services/gewerbeanmeldung/metadata.json',
    swap('2600', '26.50'),
    '"feeAmount"',
    /^feeAmount: /,
  ],
  [
    'a variable fee without rule',
    'services/fischereischein/metadata.json',
    swap('"feeRule"', '"fee_rule"'),
    '"feeRule"',
    /fee_rule: this key/,
  ],
  [
    'a variable fee that does not say what it depends on',
    'services/fischereischein/metadata.json',
    swap('"feeBasis": { "de": "je nach Geltungsdauer", "en": "depending on how long it is valid" },', ''),
    1,
    /feeBasis: a VARIABLE fee needs a feeBasis/,
  ],
  [
    'cents for euros',
    'services/gewerbeanmeldung/metadata.json',
    swap('"feeAmount": 2600', '"feeAmount": 26'),
    '"feeAmount"',
    /^feeAmount: 0\.26 euros are charged, but the costs of service\.json do not have it/,
  ],
  [
    'a rule that charges what the page does not say',
    'services/fischereischein/metadata.json',
    swap('18500', '19500'),
    '"feeRule"',
    /195\.00 euros are charged, but the costs of service\.json do not have it/,
  ],
  [
    'a number that an authority has already',
    'authorities/kiel.json',
    swap('+49 40 66969-820', '+49 40 66969-100'),
    '+49 40 66969-820',
    /contactBox\.telephones\[0\]: \+49 40 66969-100 is given twice/,
  ],
  [
    'a further number that is given twice',
    'authorities/kiel.json',
    swap('+49 40 66969-822', '+49 40 66969-821'),
    '+49 40 66969-822',
    /contactBox\.telephones\[2\]: \+49 40 66969-821 is given twice/,
  ],
  [
    'a further fax number without a first',
    'authorities/kiel.json',
    swap('"fax": "+49 40 66969-101",', ''),
    '66969-823',
    /contactBox\.faxes\[0\]: the first one is the fax of the authority/,
  ],
  [
    'a further address that is none',
    'authorities/kiel.json',
    swap('"postbox": "11 52", ', ''),
    '"kind": "postbox"',
    /contactBox\.addresses\[1\]\.street: an address has a street or a postbox/,
  ],
  [
    'a way to reach an authority in one language',
    'authorities/kiel.json',
    swap('"en": "City treasury"', '"fr": "Trésor"'),
    '66969-823',
    /contactBox\.faxes\[0\]\.label/,
  ],
  [
    'a rule on an unknown field',
    'services/fischereischein/metadata.json',
    swap('data.duration', 'data.duratio'),
    'data.duration',
    /./,
  ],
  [
    'a fee in a field that the form does not have',
    CERTIFICATE,
    swap('"feeTotal"', '"feeSum"'),
    '"feeField"',
    /feeField: the form has no field "feeSum"/,
  ],
  [
    'a fee in a field that people fill in',
    CERTIFICATE,
    swap('"feeTotal"', '"copies"'),
    '"feeField"',
    /"copies" is not calculated: people would enter the fee/,
  ],
  [
    'a fee of the form with a rule',
    CERTIFICATE,
    swap('"feeField": "feeTotal"', '"feeField": "feeTotal", "feeRule": 1300'),
    '"feeField"',
    /a VARIABLE_BY_FORM fee has no feeRule: the form says it \(feeField\); a rule over its values is VARIABLE/,
  ],
  [
    'a fee of the form without a field',
    CERTIFICATE,
    swap('"feeField": "feeTotal",', ''),
    1,
    /a fee by the form needs a feeField/,
  ],
  [
    'a rule with a field',
    'services/fischereischein/metadata.json',
    swap('"feeAmount": null,', '"feeAmount": null, "feeField": "feeTotal",'),
    '"feeAmount"',
    /a VARIABLE fee has no feeField/,
  ],
  [
    'a fee of the process that reads the form',
    CERTIFICATE,
    byProcess({ var: 'data.copies' }),
    '"feeField"',
    /"data\.copies" is no fact of a process: a VARIABLE_BY_PROCESS rule reads process\.area, process\.authority, /,
  ],
  [
    'a fee of the process with an operator that there is not',
    CERTIFICATE,
    byProcess({ pow: [2, { var: 'process.area' }] }),
    '"feeField"',
    /the JSONLogic operator "pow" is not supported/,
  ],
  [
    'a fee of the process that forgets a login',
    CERTIFICATE,
    byProcess({ if: [{ '==': [{ var: 'process.trustLevel' }, 'high'] }, 1300, null] }),
    '"feeField"',
    /null is not a number of cents \(area \d{12}, authority \w+, provider nkb, trustLevel low\)/,
  ],
  [
    'a fee of the process that the page does not say',
    CERTIFICATE,
    byProcess({ if: [{ '==': [{ var: 'process.provider' }, 'nkb'] }, 1400, 1300] }),
    '"feeField"',
    /14\.00 euros are charged, but the costs of service\.json do not have it/,
  ],
  [
    'a surcharge of the process that the page does not say',
    CERTIFICATE,
    swap(
      '"feeType": "VARIABLE_BY_FORM",',
      '"feeType": "VARIABLE_BY_PROCESS_AND_FORM", "feeRule": { "if": [{ "==": [{ "var": "process.area" }, "010020000000"] }, 150000, 0] },',
    ),
    '"feeType"',
    /1513\.00 euros are charged/,
  ],
  [
    'an override that does not fit',
    'services/bewohnerparkausweis/metadata.json',
    swap('"feeAmount": 6000', '"feeAmount": null'),
    '"luebeck"',
    /offers\[1\]\.feeAmount: a FIXED fee/,
  ],
  [
    'anonymous start where login is due',
    'services/gewerbeanmeldung/metadata.json',
    swap('["nkb", "elster"]', '["anon"]'),
    '"idpIds"',
    /nobody can start without an account/,
  ],
  [
    'a trust level that nobody has to log in for',
    `${DOG}/metadata.json`,
    swap('"trustLevel": "low"', '"trustLevel": "high"'),
    '"trustLevel"',
    /cannot be high/,
  ],
  [
    'an identification that its trust level does not reach',
    'services/meldebescheinigung/metadata.json',
    swap('"identificationType": "none"', '"identificationType": "eid"'),
    '"trustLevel"',
    /by the trust level high alone/,
  ],
  [
    'no way to start without an account where nobody has to log in',
    `${DOG}/metadata.json`,
    swap('["anon", "nkb"]', '["nkb"]'),
    '"idpIds"',
    /"anon" is one of the logins/,
  ],
  [
    'logins that nobody can send the form with',
    'services/gewerbeanmeldung/metadata.json',
    (text) =>
      text.replace('["nkb", "elster"]', '["elster"]').replace('"trustLevel": "low"', '"trustLevel": "high"'),
    '"idpIds"',
    /nobody can send this form: none of elster is a login that reaches the level high/,
  ],
  [
    'an identity document from somebody who need not log in to anything that reads one',
    'services/wohngeld/metadata.json',
    (text) =>
      text
        .replace('["anon", "nkb"]', '["anon"]')
        .replace('"trustLevel": "low"', '"trustLevel": "high"')
        .replace('"identificationType": "none"', '"identificationType": "eid"'),
    '"idpIds"',
    /nobody can send this form: none of anon is a login/,
  ],
  [
    'values that are locked without being compared',
    'services/meldebescheinigung/metadata.json',
    swap('"enableDataComparison": true', '"enableDataComparison": false'),
    '"authority": "kiel"',
    /the form locks values of the account/,
  ],
  [
    'a form that has another reason to process data than law or consent',
    `${DOG}/metadata.json`,
    swap('"processingBasis": "law"', '"processingBasis": "habit"'),
    '"processingBasis"',
    /law.*consent/,
  ],
  [
    'a form that does not say why data may be processed',
    `${DOG}/metadata.json`,
    swap('  "processingBasis": "law",\n', ''),
    '{',
    /processingBasis/,
  ],
  [
    'a form that does not say how its result arrives',
    `${DOG}/metadata.json`,
    swap(
      `  "arrival": {
    "de": "Den Steuerbescheid und die Hundemarke bekommen Sie mit der Post.",
    "en": "You receive the tax notice and the dog tag by post."
  },
`,
      '',
    ),
    '{',
    /^arrival: /,
  ],
  [
    'a form that says it in one language',
    `${DOG}/metadata.json`,
    swap('"You receive the tax notice and the dog tag by post."', '""'),
    '"You receive the tax notice',
    /^arrival\.en: /,
  ],
  [
    'an umlaut in the payment purpose',
    `${DOG}/metadata.json`,
    swap('"Dog tax" },\n', '"Gebühr" },\n'),
    '"feePurpose"',
    /no umlauts/,
  ],
  [
    'a short LeiKa id',
    `${DOG}/service.json`,
    swap('99102013104000', '9910201310400'),
    '"leiKaId"',
    /14 digits/,
  ],
  [
    'a LeiKa id given twice',
    `${DOG}/service.json`,
    swap('99102013104000', '99042002001000'),
    '"leiKaId"',
    /services\/fischereischein has this leiKaId already/,
  ],
  [
    'another way that leads to itself',
    `${DOG}/metadata.json`,
    swap(
      '"mode": "none"',
      '"otherWay": { "service": "hundesteuer", "text": { "de": "frei", "en": "free" } }, "mode": "none"',
    ),
    '"mode": "none"',
    /the service itself/,
  ],
  [
    'another way to a service without an application',
    `${DOG}/metadata.json`,
    swap(
      '"mode": "none"',
      '"otherWay": { "service": "personalausweis", "text": { "de": "frei", "en": "free" } }, "mode": "none"',
    ),
    '"mode": "none"',
    /services\/personalausweis has no application/,
  ],
  [
    'a form named otherwise',
    `${DOG}/form.json`,
    swap('"hundesteuer"', '"hund"'),
    '"name"',
    /that of the folder, hundesteuer/,
  ],
  [
    'a component outside the subset',
    `${DOG}/form.json`,
    swap('"type": "select"', '"type": "signature"'),
    '"type": "select"',
    /./,
  ],
  [
    'a text without translation',
    `${DOG}/form.json`,
    swap('Farbe des Fells', 'Fellfarbe'),
    'Farbe des Fells',
    /no English text for "Fellfarbe"/,
  ],
  [
    'a translation of no text',
    `${DOG}/form.en.json`,
    swap('"Der Hund"', '"Die Katze"'),
    '"Der Hund"',
    /Die Katze: this is not a text/,
  ],
  ['an empty translation', `${DOG}/form.en.json`, swap('"The dog"', '""'), '"Der Hund"', /Der Hund: /],
  [
    'an unknown topic',
    DOG_JSON,
    swap('"steuern-und-abgaben"', '"steuern"'),
    '"topics"',
    /^topics\[\d\]: there is no topics\/steuern\.json/,
  ],
  [
    'a topic given twice',
    DOG_JSON,
    swap('"topics": [', '"topics": ["umwelt-und-tiere", "umwelt-und-tiere", '),
    '"topics"',
    /umwelt-und-tiere is given twice/,
  ],
  [
    'no audience',
    DOG_JSON,
    (text) => text.replace(/"audience": \[[^\]]*\]/, '"audience": []'),
    '"audience"',
    /^audience: /,
  ],
  [
    'an unknown life situation',
    DOG_JSON,
    swap('["umzug"]', '["ferien"]'),
    '"lifeSituations"',
    /there is no life-situations\/ferien\.json/,
  ],
  [
    'an unknown related service',
    PASSPORT,
    swap('"vorlaeufiger-reisepass"', '"passs"'),
    '"vorlaeufiger-reisepass"',
    /there is no services\/passs/,
  ],
  [
    'an unknown responsibility group',
    DOG_JSON,
    swap('"municipality"', '"town"'),
    '"responsibility"',
    /there is no responsibilities\/town\.json/,
  ],
  [
    'no responsibility',
    DOG_JSON,
    (text) => text.replace(/ *"responsibility": "municipality",\n/, ''),
    1,
    /either responsibility \(a group\) or responsibilities/,
  ],
  [
    'a responsibility of its own for an unknown authority',
    DOG_JSON,
    swap(
      '"responsibility": "municipality"',
      '"responsibilities": [{ "authority": "kiell", "areas": ["010020000000"] }]',
    ),
    '"responsibility"',
    /no authorities\/kiell\.json/,
  ],
  [
    'a cost in euros',
    PASSPORT,
    (text) => text.replace(/"amount": \d+/, '"amount": 37.5'),
    /"amount"/,
    /^costs\[0\]\.amount: /,
  ],
  [
    'an unknown unit of time',
    PASSPORT,
    (text) => text.replace(/"unit": "\w+"/, '"unit": "fortnight"'),
    /"unit"/,
    /unit: /,
  ],
  [
    'a link without https',
    PASSPORT,
    swap('"https://', '"javascript://'),
    '"https://',
    /an address with https/,
  ],
  [
    'an authority responsible twice for an area',
    'responsibilities/municipality.json',
    swap('["010020000000"]', '["010020000000", "01002"]'),
    '"kiel"',
    /01002 is (not in places|given twice for kiel)/,
  ],
  [
    'an unknown area of responsibility',
    'responsibilities/municipality.json',
    swap('010020000000', '010020000009'),
    '010020000000',
    /010020000009 is not in places\/areas\.csv/,
  ],
  [
    'a form of an authority that is not responsible',
    `${DOG}/metadata.json`,
    swap('"kiel", "areas": ["010020000000"]', '"heide", "areas": ["010020000000"]'),
    '"kiel"',
    /heide offers the form, but kiel is responsible/,
  ],
  [
    'a form where nobody is responsible',
    `${DOG}/metadata.json`,
    swap('"areas": ["010020000000"]', '"areas": ["01051"]'),
    '010020000000',
    /kiel offers the form, but nobody is responsible/,
  ],
  [
    'an unknown heading',
    `${DOG}/texts.de.md`,
    swap('## Kurztext', '## Kurztexte'),
    '## Kurztext',
    /"Kurztexte" is not one of Kurztext, Ausführliche Beschreibung, /,
  ],
  [
    'a heading given twice',
    `${DOG}/texts.de.md`,
    swap('## Verfahrensablauf', '## Kurztext'),
    '## Verfahrensablauf',
    /Kurztext is given twice/,
  ],
  [
    'a heading without text',
    `${DOG}/texts.de.md`,
    swap('## Verfahrensablauf', '## Fristen\n<!-- later -->\n## Verfahrensablauf'),
    '## Verfahrensablauf',
    /Fristen has no text/,
  ],
  [
    'text in front of the first heading',
    `${DOG}/texts.de.md`,
    (text) => `Hallo\n${text}`,
    1,
    /in front of the first heading/,
  ],
  [
    'a text module in one language only',
    `${DOG}/texts.en.md`,
    swap('## Legal basis', '### Legal basis'),
    1,
    /"## Legal basis" is missing: texts\.de\.md has "## Rechtsgrundlagen"/,
  ],
  ['a file with comments only', `${DOG}/texts.en.md`, () => '<!-- to do -->\n\n', 1, /the file has no text/],
  [
    'a link to nowhere',
    `${DOG}/texts.de.md`,
    swap('## Kurztext\n', '## Kurztext\n[hier](javascript:alert(1))\n'),
    2,
    /the link javascript:alert\(1\) has to begin with/,
  ],
  [
    'a picture',
    `${DOG}/texts.de.md`,
    swap('## Kurztext\n', '## Kurztext\n![Hund](/hund.png)\n'),
    2,
    /pictures are not shown/,
  ],
  [
    'a step of an unknown service',
    'life-situations/umzug.json',
    swap('"wohnsitz-anmeldung"', '"wohnsitz"'),
    '"wohnsitz-anmeldung"',
    /there is no services\/wohnsitz/,
  ],
  [
    'a portal of an unknown topic',
    'portals/bauportal.json',
    swap('bauen-und-wohnen', 'bauen'),
    '"topics"',
    /there is no topics\/bauen\.json/,
  ],
  [
    'a portal that leads nowhere',
    'portals/bauportal.json',
    (text) => text.replace(/"topics": \[[^\]]*\]/, '"topics": []'),
    '"topics"',
    /without a url needs topics/,
  ],
  [
    'a portal of an unknown authority',
    'portals/familienportal.json',
    swap('"landesamt-soziale-dienste"', '"landesamt"'),
    '"authority"',
    /there is no authorities\/landesamt\.json/,
  ],
  [
    'an unknown frequent service',
    'home.json',
    swap('"hundesteuer"', '"hund"'),
    '"hundesteuer"',
    /there is no services\/hund$/,
  ],
  [
    'a slug given twice',
    'pages/imprint/page.json',
    swap('"impressum"', '"hilfe"'),
    '"slug"',
    /pages\/help has this slug already/,
  ],
  [
    'a slug of a screen',
    'pages/help/page.json',
    swap('"hilfe"', '"suche"'),
    '"slug"',
    /\/suche is the address of something else/,
  ],
  [
    'a slug of a call',
    'pages/help/page.json',
    swap('"hilfe"', '"api/hilfe"'),
    '"slug"',
    /\/api\/hilfe is the address of something else/,
  ],
  [
    'a slug of a picture of the theme',
    'pages/help/page.json',
    swap('"hilfe"', '"theme/hilfe"'),
    '"slug"',
    /\/theme\/hilfe is the address of something else/,
  ],
  [
    "a slug of the operators' page in English",
    'pages/help/page.json',
    swap('"help"', '"operations"'),
    '"slug"',
    /\/en\/operations is the address of something else/,
  ],
  ['a slug with umlauts', 'pages/help/page.json', swap('"hilfe"', '"hülfe"'), '"slug"', /only small letters/],
  ['a page without text', 'pages/help/en.md', () => ' \n', 1, /the file has no text/],
];

describe('a broken file is refused with file, line and reason', () => {
  test.each(cases)('%s', (_, file, change, where, reason) => {
    const faults = faultsOf({ [file]: change }, 'few');
    const line = typeof where === 'number' ? where : lineOf(file, where);
    const named = faults.filter((fault) => fault.file === file && reason.test(fault.reason));
    expect(named, JSON.stringify(faults)).not.toEqual([]);
    expect(named[0]?.line).toBe(line);
  });

  const files = 'service.json texts.de.md texts.en.md metadata.json form.json form.en.json'
    .split(' ')
    .map((name) => `${DOG}/${name}`);
  test.each([AREAS, POSTCODES, ...files, 'home.json', 'pages/help/de.md', 'pages/help/page.json'])(
    '%s is missing',
    (file) => {
      expect(faultsOf({ [file]: null }, 'few')).toContainEqual({
        file,
        line: 1,
        reason: 'the file is missing',
      });
    },
  );

  test('an authority that receives applications has the address for them and can be reached', () => {
    const without = (text: string) =>
      text.replace(/ {2}"(phoneNumber|email)".*\n/g, '').replace(/,\s*"destinationId".*,/, ',');
    const faults = faultsOf({ [KIEL]: without });
    expect(faults).toContainEqual({
      file: `${DOG}/metadata.json`,
      line: lineOf(`${DOG}/metadata.json`, '"kiel"'),
      reason:
        'offers[0].authority: authorities/kiel.json has no phoneNumber, email, destinationId, which whoever receives applications needs',
    });
  });

  test('a text names other amounts than are charged, in either language', () => {
    for (const [locale, named, other] of [
      ['de', '60,00 Euro', '40,00 Euro'],
      ['en', '60.00 euros', '40.00 euros'],
    ] as const) {
      const faults = faultsOf({
        [`services/bewohnerparkausweis/texts.${locale}.md`]: swap(named, other),
      });
      expect(faults).toEqual([
        {
          file: 'services/bewohnerparkausweis/metadata.json',
          line: lineOf('services/bewohnerparkausweis/metadata.json', '"feeAmount": 6000'),
          reason: `offers[1].feeAmount: 60.00 euros are charged, but texts.${locale}.md names other amounts`,
        },
      ]);
    }
  });

  test('the field of a fee is always shown, and agrees with the page', () => {
    const form = 'services/meldebescheinigung/form.json';
    const shown =
      '"conditional": { "show": true, "conjunction": "all", "conditions": [{ "component": "copies", "operator": "isEqual", "value": 2 }] }';
    const reasons = (change: (text: string) => string) =>
      faultsOf({ [form]: change }, 'few')
        .filter(({ file }) => file === CERTIFICATE)
        .map(({ reason }) => reason);
    expect(reasons(swap('"key": "feeTotal",', `"key": "feeTotal", ${shown},`))).toContain(
      'feeField: "feeTotal" is shown only under a condition',
    );
    expect(reasons(swap('"*": [13,', '"*": [14,'))).toContain(
      'feeField: 14.00 euros are charged, but the costs of service.json do not have it',
    );
  });

  test('a fault in the fee of all offers is told once', () => {
    const faults = faultsOf({ [CERTIFICATE]: swap('"feeTotal"', '"feeSum"') }, 'few');
    expect(faults.filter(({ reason }) => reason.includes('feeSum'))).toHaveLength(1);
  });

  test('an amount of all offers is told once, one of an offer that is over not at all', () => {
    const file = 'services/gewerbeanmeldung/metadata.json';
    const inCents = (faults: ContentFault[]) => faults.filter(({ reason }) => reason.includes('are charged'));
    const cheap = faultsOf({ [file]: swap('"feeAmount": 2600', '"feeAmount": 26') });
    expect(inCents(cheap).map(({ reason }) => reason)).toEqual([
      'feeAmount: 0.26 euros are charged, but the costs of service.json do not have it',
      'feeAmount: 0.26 euros are charged, but texts.de.md names other amounts',
      'feeAmount: 0.26 euros are charged, but texts.en.md names other amounts',
    ]);
    const over = swap('"feeAmount": 3000', '"feeAmount": 30, "isDeprecated": true');
    expect(inCents(faultsOf({ [file]: over }))).toEqual([]);
    expect(inCents(faultsOf({ [file]: swap('"feeAmount": 3000', '"feeAmount": 30') }))).toHaveLength(3);
  });

  test('all faults are listed at once', () => {
    const faults = faultsOf({
      [KIEL]: swap('"fax"', '"telefax"'),
      [POSTCODES]: swap('25746', '2574'),
      [`${DOG}/form.en.json`]: swap('"Der Hund"', '"Die Katze"'),
    });
    const files = new Set(faults.map(({ file }) => file));
    expect(files).toEqual(new Set([POSTCODES, KIEL, `${DOG}/form.json`, `${DOG}/form.en.json`]));
  });

  test('a text links to a page of the portal that does not exist', () => {
    const link = (text: string) => text.replace('## Kurztext\n', '## Kurztext\n[hier](/gibt-es-nicht)\n');
    const reason = 'the portal has no page /gibt-es-nicht';
    const file = `${DOG}/texts.de.md`;
    expect(faultsOf({ [file]: link })).toEqual([{ file, line: 2, reason }]);
  });

  test('a page that the frame links to is missing', () => {
    const reason = 'there is no page with the slugs impressum (de) and imprint (en)';
    expect(faultsOf({ 'pages/imprint/page.json': swap('"impressum"', '"angaben"') }, 'few')).toContainEqual({
      file: 'pages',
      line: 1,
      reason,
    });
  });

  test('an empty folder is refused', () => {
    expect(faultsOf({}, 'empty')).toContainEqual({
      file: 'services',
      line: 1,
      reason: 'there is no service',
    });
  });
});

describe('left out when that is asked for', () => {
  const loadWithout = (changes: Changes) => load(changes, 'whole', { skipBroken: true });
  const contentOf = (changes: Changes) => {
    const loaded = loadWithout(changes);
    if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
    return loaded.content;
  };
  const slugs = (content: Content) => [...content.services.values()].map(({ slug }) => slug);

  test('a service, with its forms and every mention of it', () => {
    const content = contentOf({ [DOG_JSON]: () => '{' });
    expect(slugs(content)).not.toContain('hundesteuer');
    expect([...content.metadata.keys()].filter((id) => /^hundesteuer-/.test(id))).toEqual([]);
    expect(content.forms.has('hundesteuer')).toBe(false);
    expect(content.frequent).not.toContain('99102013104000');
    for (const { related } of content.services.values()) expect(related).not.toContain('hundesteuer');
    for (const { steps } of content.lifeSituations.values()) {
      for (const { services } of steps) expect(services).not.toContain('hundesteuer');
    }
    expect(content.services.size).toBeGreaterThan(50);
  });

  test('a topic, while its services stay', () => {
    const content = contentOf({ 'topics/umwelt-und-tiere.json': () => '' });
    expect(content.topics.has('umwelt-und-tiere')).toBe(false);
    for (const { topics } of content.services.values()) expect(topics).not.toContain('umwelt-und-tiere');
    for (const { topics } of content.portals.values()) expect(topics).not.toContain('umwelt-und-tiere');
    expect(slugs(content)).toContain('hundesteuer');
  });

  test('the services of a responsibility group: nobody is told a wrong authority', () => {
    const content = contentOf({ 'responsibilities/vehicle-registration.json': () => '{}' });
    expect(slugs(content)).not.toContain('fahrzeug-zulassung');
    expect(slugs(content)).toContain('hundesteuer');
  });

  test('the faults are told all the same', () => {
    const loaded = loadWithout({ 'pages/help/en.md': () => '' });
    expect(loaded).toMatchObject({ leftOut: [{ file: 'pages/help/en.md', line: 1 }] });
  });

  test.each([AREAS, POSTCODES, KIEL])('but never %s', (file) => {
    expect(loadWithout({ [file]: () => 'x' })).toHaveProperty('faults');
  });
});

test('the version changes with every file and with nothing else', () => {
  const version = (changes: Changes) => {
    const loaded = load(changes, 'few', { skipBroken: true });
    return 'content' in loaded ? loaded.content.version : '';
  };
  const space = (text: string) => `${text} `;
  const variants: Changes[] = [
    {},
    {},
    { [AREAS]: space },
    { [DOG_JSON]: space },
    { 'search/more.json': space },
  ];
  const versions = variants.map(version);
  expect(versions[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(versions[1]).toBe(versions[0]);
  expect(new Set(versions).size).toBe(4);
});

test('files saved by a spreadsheet or an old editor (byte order mark, CRLF) are read all the same', () => {
  const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  expect(faultsOf({ [AREAS]: windows, [POSTCODES]: windows, [KIEL]: windows })).toEqual([]);
});

test('a form that names nothing of an account is offered as one that it fills in nothing of', () => {
  const file = 'services/meldebescheinigung/form.json';
  const unfilled = (changes: Changes) => {
    const loaded = load(changes);
    if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
    return [...loaded.content.metadata.values()]
      .filter((offer) => offer.unfilled)
      .map(({ fmsFormId }) => fmsFormId);
  };
  expect(unfilled({})).toEqual([]);
  const without = (text: string) => text.replaceAll(/"(prefill|lockedFrom)": "\w+",? ?/g, '');
  expect(new Set(unfilled({ [file]: without }))).toEqual(new Set(['meldebescheinigung']));
});

describe('forms of a form server', () => {
  const HUNTING = 'services/jagdschein';

  test('are read by their engine, which leaves what is in them to itself', () => {
    const loaded = load({});
    const form = 'content' in loaded ? loaded.content.forms.get('jagdschein') : undefined;
    expect(form).toMatchObject({ fmsType: 'LIP', definition: { formId: 'jagdschein' } });
  });

  test('are not begun where no form server is configured, and what was begun stays', () => {
    const loaded = load({}, 'whole', { without: ['LIP'] });
    const offers = 'content' in loaded ? [...loaded.content.metadata.values()] : [];
    const closed = offers.filter(({ isDeprecated }) => isDeprecated).map(({ fmsFormId }) => fmsFormId);
    expect(new Set(closed)).toEqual(new Set(['jagdschein']));
  });

  test.each<[string, Changes, RegExp]>([
    ['no lip.json', { [`${HUNTING}/lip.json`]: null }, /lip\.json.*the file is missing/],
    [
      'a field of no account',
      { [`${HUNTING}/lip.json`]: swap('"account": "email"', '"account": "mail"') },
      /fields\.email\.account: /,
    ],
    [
      'a file of another engine',
      { [`${HUNTING}/form.json`]: () => '{}' },
      /form\.json.*no file of a LIP form/,
    ],
    [
      'the account compared',
      { [`${HUNTING}/metadata.json`]: swap('"enableDataComparison": false', '"enableDataComparison": true') },
      /enableDataComparison: a form of a form server/,
    ],
    [
      'an engine that does not exist',
      { [`${HUNTING}/metadata.json`]: swap('"fmsType": "LIP"', '"fmsType": "PDF"') },
      /fmsType: /,
    ],
    [
      'an engine for one offer',
      {
        [`${HUNTING}/metadata.json`]: swap(
          '"areas": ["010020000000"]',
          '"areas": ["010020000000"], "fmsType": "FORMIO"',
        ),
      },
      /offers\[0\]\.fmsType: this key is not known here/,
    ],
  ])('%s', (_, changes, reason) => {
    const told = faultsOf(changes).map(({ file, reason }) => `${file}: ${reason}`);
    expect(told.join('\n')).toMatch(reason);
  });
});
