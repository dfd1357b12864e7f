import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { locales } from '#domain/locale.ts';
import { fieldIndex, fieldsOf, optionsOf, rowsOf } from '#forms/components.ts';
import { owedIn } from '#forms/owed.ts';
import { evaluate, visiblePages } from '#forms/rules/rules.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import { contentFindings } from '#server/content-store/content-findings.ts';
import { loadContent } from '#server/content-store/load.ts';
import { openForm } from '#server/engines/engines.ts';
import { formioForms } from '#server/engines/formio/testing/forms.ts';
import { demonstrationAnswers } from './demonstration-answers.ts';
import { formioAnswer } from './formio-oracle.ts';

const loaded = loadContent(join(import.meta.dirname, '../../content'));
if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
const forms = formioForms(loaded.content);
/** Visible letters of the chosen answer in a list within a repeating group on a phone (360 px). */
const LIST_LETTERS = 24;
const today = new Date('2026-11-20T12:00:00Z');
const file = (name: string) => ({ id: 'a1', name, size: 2048, type: 'application/pdf' });
const answers = demonstrationAnswers({ today, file });

const form = (name: string): FormDefinition => {
  const found = forms.get(name)?.de;
  if (!found) throw new Error(`no form ${name}`);
  return found;
};
const broken = (name: string, data: FormData) =>
  evaluate(form(name), data, today).errors.map(({ path, rule }) => `${path} ${rule}`);
const pages = (name: string, data: FormData) =>
  visiblePages(evaluate(form(name), data, today)).map(({ key }) => key);

test('each question has its own message for each way to answer it wrongly', () => {
  expect(contentFindings(loaded.content)).toEqual([]);
});

describe.each([...forms.keys()])('%s', (name) => {
  const complete = answers[name] ?? {};

  test('can be filled in completely, nothing of it is thrown away', () => {
    const here = evaluate(form(name), complete, today);
    expect(here.errors).toEqual([]);
    expect(here.data).toMatchObject(complete);
    const there = formioAnswer(form(name), complete, today);
    expect(there).toEqual({ data: here.data, errors: [] });
  });

  test('demands something on each page of an empty application', () => {
    const paths = broken(name, {});
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) expect(path).toMatch(/ (required|json)$/);
  });

  test('offers no answer in a closed list that a phone would cut off', () => {
    for (const locale of locales) {
      const fields = [...fieldIndex(forms.get(name)![locale]).values()];
      const labels = fields
        .filter(({ type }) => type === 'select')
        .flatMap((field) => optionsOf(field)?.map(({ label }) => label) ?? []);
      expect(labels.filter((label) => label.length > LIST_LETTERS)).toEqual([]);
    }
  });

  test('is not for applicants who were born today or 200 years ago', () => {
    const asked = [...fieldIndex(form(name))].filter(
      ([, { properties }]) => properties?.prefill === 'birthdate',
    );
    expect(asked).toHaveLength(1);
    const born = (birthdate: string) => broken(name, { ...complete, birthdate, birthdateIncomplete: false });
    expect(born('11/20/2026')).toContain('birthdate max');
    expect(born('11/20/1826')).toContain('birthdate min');
  });

  test('asks whether a house number was forgotten, of whoever has typed the rest of the address', () => {
    const streets = [...fieldIndex(form(name)).keys()].filter((key) =>
      /^(premisesS|s)treet(Address)?$/.test(key),
    );
    const hints = (address: string, postcode = '24103') => {
      const typed = Object.fromEntries(streets.map((key) => [key, address]));
      const { hidden } = evaluate(
        form(name),
        { ...complete, ...typed, postalCode: postcode, premisesPostalCode: postcode },
        today,
      );
      return ['streetHint', 'premisesStreetHint'].slice(0, streets.length).filter((key) => !hidden.has(key));
    };
    expect(streets).not.toEqual([]);
    expect(hints('Holstenstr')).toHaveLength(streets.length);
    expect(hints('Holstenstr 3')).toEqual([]);
    expect(hints('Straße des 17. Juni')).toEqual([]);
    expect(hints('Holstenstr', ''), 'while it is typed').toEqual([]);
    expect(hints('')).toEqual([]);
  });

  test('asks under no label twice at a time on one page', () => {
    const { hidden } = evaluate(form(name), complete, today);
    const asked = form(name).components.flatMap((page) => {
      const labels = fieldsOf([page])
        .filter(({ key, type }) => type !== 'checkbox' && !hidden.has(key))
        .map(({ label }) => label);
      expect(labels, page.key).toEqual([...new Set(labels)]);
      return labels;
    });
    expect(asked.length).toBeGreaterThan(5);
  });
});

describe('dog tax', () => {
  const dog = answers.hundesteuer ?? {};
  test('has an answer for a dog that ran to somebody, which asks for no previous owner', () => {
    const found = { ...dog, keepingReason: 'found' };
    expect(broken('hundesteuer', found)).toEqual([]);
    const { data } = evaluate(form('hundesteuer'), found, today);
    expect(data).not.toHaveProperty('previousOwner');
    expect(data).not.toHaveProperty('taxedBefore');
  });

  test('notes a microchip number that comes later as owed', () => {
    const owed = (change: FormData) =>
      owedIn(form('hundesteuer'), { ...dog, ...change }, 'de').map(({ path }) => path);
    expect(owed({})).toEqual([]);
    expect(owed({ dogChipped: 'no' })).toEqual(['dogChipProof']);
    expect(owed({ dogChipped: 'unknown' })).toEqual(['dogChipProof']);
    expect(owed({ dogChipped: 'no', dogChipProof: [file('pass.pdf')] })).toEqual([]);
  });

  test.each<[string, FormData, string[]]>([
    ['nor does one of which nobody knows', { dogChipped: 'unknown', dogChip: '' }, []],
    ['what others know need not be known', { taxedBefore: 'unknown', isDangerous: 'unknown' }, []],
    ['a dog without a chip needs no number', { dogChipped: 'no', dogChip: '' }, []],
    ['a chip number has 15 digits', { dogChip: '12345' }, ['dogChip microchip']],
    ['however it is written', { dogChip: '276 098 106 123 456' }, []],
    ['the tax was not paid before the dog was born', { taxedUntil: '12/31/2020' }, ['taxedUntil notBefore']],
    ['nor did it live here before', { keptSince: '01/01/2021' }, ['keptSince notBefore']],
    [
      'nobody keeps a dog before they are born',
      { birthdate: '11/20/2010', dogBirthdate: '01/01/2000', keptSince: '01/01/2001', taxedUntil: '' },
      ['keptSince json'],
    ],
    [
      'nor another one',
      { otherDogs: [{ name: 'Bella', since: '01/01/1984' }], birthdate: '11/20/2000' },
      ['otherDogs[0].since min', 'otherDogs[0].since notBefore'],
    ],
    ['an IBAN has its check digits', { iban: 'DE12 3456 7890 1234 5678 90' }, ['iban iban']],
    ['and may be one of another country', { iban: 'at61 1904 3002 3457 3201' }, []],
    ['a number to call has its area code', { phoneNumber: '123456' }, ['phoneNumber phone']],
    ['a pure breed needs its breed', { dogKind: 'breed' }, ['dogBreed required']],
    ['a shelter dog needs the shelter', { keepingReason: 'shelter' }, ['shelterName required']],
    ['further dogs have to be listed', { otherDogs: [] }, ['otherDogs required']],
    ['a relief needs a reason', { reliefReasons: {} }, ['reliefReasons required']],
    ['a transfer needs no account', { paymentWay: 'transfer', iban: '', mandate: false }, []],
    ['a debit needs the mandate', { mandate: false }, ['mandate required']],
    [
      'a dog is not born tomorrow, after all that it did',
      { dogBirthdate: '11/21/2026' },
      ['dogBirthdate max', 'keptSince notBefore', 'taxedUntil notBefore', 'dangerDate notBefore'],
    ],
  ])('%s', (_, change, expected) => {
    expect(broken('hundesteuer', { ...dog, ...change })).toEqual(expected);
  });
});

describe('certificate of registration by online ID card', () => {
  const name = 'meldebescheinigung-online-ausweis';
  const certificate = answers[name] ?? {};
  const incomplete = { birthdate: '', birthdateIncomplete: true };

  test.each<[string, FormData, string[]]>([
    ['a birthdate is needed', { birthdate: '' }, ['birthdate required']],
    ['one that the card shows in part is needed as well', incomplete, ['birthdateShown required']],
    ['it may be a year', { ...incomplete, birthdateShown: '1984' }, []],
    ['or a month', { ...incomplete, birthdateShown: '07.1984' }, []],
    ['and nothing else', { ...incomplete, birthdateShown: 'unknown' }, ['birthdateShown pattern']],
    ['a year alone is no whole date', { birthdate: '00/00/1984' }, ['birthdate day']],
    ['nor is a year of two digits', { birthdate: '03/27/0085' }, ['birthdate day']],
  ])('%s', (_, change, expected) => {
    expect(broken(name, { ...certificate, ...change })).toEqual(expected);
  });
});

describe('resident parking permit', () => {
  const permit = answers.bewohnerparkausweis ?? {};

  test.each<[string, FormData, string[]]>([
    [
      'the registration certificate is required',
      { registrationCertificate: [] },
      ['registrationCertificate required'],
    ],
    ['an own car needs no confirmation', { keeper: 'self', keeperConfirmation: [], keeperName: '' }, []],
    ['a first permit has no former number', { permitReason: 'first', formerNumber: '' }, []],
    ['a plate is known in any spelling', { plate: 'ki ab 1' }, []],
    ['when it is clear which', { plate: 'kab 1' }, ['plate plate']],
    ['a permit does not begin in the past', { validFrom: '11/19/2026' }, ['validFrom min']],
    ['nobody needs an e-mail address', { email: '' }, []],
  ])('%s', (_, change, expected) => {
    expect(broken('bewohnerparkausweis', { ...permit, ...change })).toEqual(expected);
  });
});

describe('certificate of registration', () => {
  test.each([
    [1, 13],
    [10, 130],
    [0, undefined],
    [11, undefined],
    [undefined, undefined],
  ])('%s copies cost %s euro', (copies, fee) => {
    const given = { copies } as FormData;
    expect(evaluate(form('meldebescheinigung'), given, today).data.feeTotal).toBe(fee);
  });

  const certificate = answers.meldebescheinigung ?? {};

  test.each<[string, FormData, string[]]>([
    [
      'not everything at once',
      {
        extras: {
          placeOfBirth: true,
          nationality: true,
          maritalStatus: true,
          spouse: true,
          children: true,
          formerAddresses: true,
          movingDates: true,
        },
      },
      ['extras json'],
    ],
    ['at least one copy', { copies: 0 }, ['copies min']],
    ['at most ten copies', { copies: 11 }, ['copies max']],
    ['whole copies', { copies: 1.5 }, ['copies number']],
    ['no form of the EU for another state', { country: 'other', foreignCountry: 'Türkiye' }, []],
    ['which has to be named', { country: 'other', multilingual: '' }, ['foreignCountry required']],
    [
      'an address is not older than the person',
      { addressesSince: '02/28/1984' },
      ['addressesSince notBefore'],
    ],
    ['nor is a name', { formerNames: [{ name: 'Kowalska', until: 1982 }] }, ['formerNames[0].until json']],
    [
      'nor does it end in the future',
      { formerNames: [{ name: 'K', until: 2027 }] },
      ['formerNames[0].until json'],
    ],
    ['but it may end with the birth', { formerNames: [{ name: 'K', until: 1984 }] }, []],
    ['nobody needs an e-mail address', { email: '' }, []],
    ['but for one of the EU', { country: 'PL', multilingual: '' }, ['multilingual required']],
    [
      'another address has to be given',
      { deliveryWay: 'postOther' },
      ['otherName required', 'otherStreet required', 'otherTown required'],
    ],
  ])('%s', (_, change, expected) => {
    expect(broken('meldebescheinigung', { ...certificate, ...change })).toEqual(expected);
  });
});

describe('business registration', () => {
  const business = answers.gewerbeanmeldung ?? {};

  test('a sole proprietorship of a German shows neither partners nor residence title', () => {
    const all = ['legal', 'person', 'residence', 'partnersPage', 'premises', 'activity', 'reason', 'permits'];
    expect(pages('gewerbeanmeldung', business)).toEqual(all);
    const single = { ...business, legalForm: 'single', nationality: 'de' };
    expect(pages('gewerbeanmeldung', single)).toEqual(
      all.filter((page) => page !== 'residence' && page !== 'partnersPage'),
    );
  });

  test('an activity says more than the goods, employees are added up', () => {
    const activities = [{ description: 'Segel' }, { description: 'Bäckerei' }];
    expect(broken('gewerbeanmeldung', { ...business, activities })).toEqual([
      'activities[0].description minLength',
    ]);
    expect(evaluate(form('gewerbeanmeldung'), business, today).data.staffTotal).toBe(7);
  });

  test('nobody has to know which permits and which crafts there are', () => {
    const unsure = { ...business, needsPermit: 'unknown', craftsRegulated: 'unknown' };
    expect(broken('gewerbeanmeldung', unsure)).toEqual([]);
    const { hidden } = evaluate(form('gewerbeanmeldung'), unsure, today);
    for (const key of ['permitDetails', 'craftsChamber', 'craftsCard']) expect(hidden, key).toContain(key);
    for (const key of ['permitUnknown', 'craftsHint', 'craftsUnknown'])
      expect(hidden, key).not.toContain(key);
  });

  test.each<[string, FormData, string[]]>([
    ['a card of the chamber comes later or now', { craftsCard: [], craftsCardLater: true }, []],
    ['and is needed', { craftsCard: [] }, ['craftsCard required']],
    ['nobody needs an e-mail address', { email: '' }, []],
    [
      'nothing is granted or begun before the person is born',
      { titleDate: '01/01/1984', permitDate: '01/01/1984', craftsDate: '01/01/1984' },
      ['titleDate notBefore', 'permitDate notBefore', 'craftsDate notBefore'],
    ],
    [
      'a business is not begun before birth',
      { birthdate: '11/20/2008', startDate: '01/01/2002' },
      ['startDate notBefore'],
    ],
    [
      'further persons are others',
      {
        partners: rowsOf(business.partners).map((it) => ({
          ...it,
          givenName: business.givenName,
          familyName: business.familyName,
          birthdate: business.birthdate,
        })),
      },
      ['partners[0].birthdate json'],
    ],
  ])('%s', (_, change, expected) => {
    expect(broken('gewerbeanmeldung', { ...business, ...change })).toEqual(expected);
  });

  test('a person under 18 learns whose consent is needed, one under 16 goes to the office', () => {
    const born = (birthdate: string) => evaluate(form('gewerbeanmeldung'), { ...business, birthdate }, today);
    expect(born('11/21/2008').hidden).not.toContain('underAge');
    expect(born('11/20/2008').hidden).toContain('underAge');
    expect(born('11/21/2010').errors.map(({ path, rule }) => `${path} ${rule}`)).toContain('birthdate max');
  });
});

describe('housing benefit', () => {
  const benefit = answers.wohngeld ?? {};
  const values = (change: FormData) => evaluate(form('wohngeld'), { ...benefit, ...change }, today).data;

  /** People who live alone are not asked about others. */
  const alone = { livesAlone: 'yes' };

  test('has eleven pages, with the rent or with the costs of the own home', () => {
    expect(pages('wohngeld', benefit)).toHaveLength(11);
    expect(pages('wohngeld', benefit)).toContain('rent');
    expect(pages('wohngeld', { ...benefit, benefitKind: 'burden' })).toHaveLength(11);
    expect(pages('wohngeld', { ...benefit, benefitKind: 'burden' })).toContain('burden');
    expect(pages('wohngeld', {}), 'as many as before the first answer').toHaveLength(11);
  });

  test('adds up household, rent, incomes, maintenance and assets', () => {
    const sums = values({});
    expect(sums.householdSize).toBe(3);
    expect(sums.rentTotal).toBeCloseTo(885.75);
    // 1450.80 + 60 + 20 a month, 600 a year; the loss of the business is not set off against the wage.
    expect(sums.incomeTotal).toBeCloseTo(1580.8);
    expect(sums.memberIncomeTotal).toBeCloseTo(800.3);
    expect(sums.householdIncome).toBeCloseTo(2381.1);
    expect(sums.maintenanceTotal).toBe(250);
    expect(sums.assetsTotal).toBeCloseTo(5200.5);
    expect(sums.assetsLimit).toBe(120_000);
  });

  test('adds up the costs of the own home', () => {
    const loans = [
      { bank: 'A', interest: 200, repayment: 100.5 },
      { bank: 'B', interest: 10, repayment: 20 },
    ];
    const burden = { benefitKind: 'burden', hasLoans: 'yes', loans, propertyTax: 360, houseFee: 80 };
    expect(values({ ...burden, ownership: 'flat' }).burdenTotal).toBeCloseTo(440.5);
    expect(values({ ...burden, ownership: 'house' }).burdenTotal, 'only a flat has a fee').toBeCloseTo(360.5);
    expect(values({ ...burden, ownership: 'house', hasLoans: 'no' }).burdenTotal).toBeCloseTo(30);
  });

  test.each([
    ['a child', [{ relation: 'child', birthdate: '01/09/2020' }], true],
    ['a grown-up child', [{ relation: 'child', birthdate: '01/09/2000' }], false],
    [
      'a child and a partner',
      [{ relation: 'child', birthdate: '01/09/2020' }, { relation: 'partner' }],
      false,
    ],
    ['a mother', [{ relation: 'parent', birthdate: '01/09/1950' }], false],
  ])('asks who lives with %s whether they are a single parent: %#', (_, members, isAsked) => {
    const { hidden } = evaluate(form('wohngeld'), { ...benefit, livesAlone: 'no', members }, today);
    expect(hidden.has('singleParent')).toBe(!isAsked);
  });

  test.each([
    ['burden', 'care', true],
    ['burden', 'flat', false],
    ['rent', 'care', false],
  ])('a contribution to the %s and a home of the kind %s: told %s', (benefitKind, homeKind, isTold) => {
    const { errors } = evaluate(form('wohngeld'), { ...benefit, benefitKind, homeKind }, today);
    expect(errors.some(({ path, rule }) => path === 'homeKind' && rule === 'json')).toBe(isTold);
  });

  test('warns when the assets are above the limit of the household', () => {
    const hidden = (assetsBank: number, livesAlone: string) =>
      evaluate(
        form('wohngeld'),
        { ...benefit, livesAlone, assetKinds: { assetsBank: true }, assetsBank },
        today,
      ).hidden.has('assetsAbove');
    expect(hidden(60_000, 'yes')).toBe(true);
    expect(hidden(60_000.01, 'yes')).toBe(false);
    expect(hidden(120_000, 'no')).toBe(true);
    expect(hidden(120_000.01, 'no')).toBe(false);
  });

  test.each<[string, FormData, string[]]>([
    [
      'a living without income has to be explained',
      { ...alone, incomeAreas: { none: true } },
      ['livelihood required'],
    ],
    ['a person alone has no members', { ...alone, members: [], memberIncomes: [] }, []],
    [
      'a kind of income that is chosen needs its amount',
      { workKinds: { wage: true, minijob: true } },
      ['minijob required'],
    ],
    [
      'an area of income needs its kinds',
      { incomeAreas: { work: true, pension: true } },
      ['pensionKinds required'],
    ],
    [
      'nobody has no income and some',
      { incomeAreas: { work: true, other: true, none: true } },
      ['incomeAreas json'],
    ],
    ['what others in the household earn is told', { memberIncomes: [] }, ['memberIncomes required']],
    [
      'nothing is taken off an income, or something, in each entry for itself',
      {
        memberIncomes: [
          { personName: 'Søren Hasan', incomeKind: 'wage', amount: 1, pays: { tax: true, health: true } },
          { personName: 'Søren Hasan', incomeKind: 'other', amount: 1, pays: { none: true, pension: true } },
        ],
      },
      ['memberIncomes[1].pays json'],
    ],
    [
      'somebody without income has none to be told',
      { memberIncomes: [{ personName: 'Mia Hasan', incomeKind: 'other', amount: 1, pays: { none: true } }] },
      ['memberIncomes[0].personName option'],
    ],
    [
      'people of the household only are chosen',
      { disabilities: [{ personName: 'Ole Hasan', degree: 60, careLevel: '2' }] },
      ['disabilities[0].personName option'],
    ],
    [
      'a household of several has members, and nobody else is spoken of',
      { members: [] },
      [
        'members required',
        'transfers[0].personName option',
        'disabilities[0].personName option',
        'maintenance[0].payer option',
      ],
    ],
    ['a widow has no husband in the household', { maritalStatus: 'widowed' }, ['members[0].relation json']],
    ['nor has somebody who lives apart', { maritalStatus: 'separated' }, ['members[0].relation json']],
    [
      'but a partner',
      {
        maritalStatus: 'widowed',
        members: rowsOf(benefit.members).map((member, at) =>
          at === 0 ? { ...member, relation: 'partner' } : member,
        ),
      },
      [],
    ],
    [
      'who is no child',
      {
        members: rowsOf(benefit.members).map((member, at) =>
          at === 0 ? { ...member, birthdate: '01/09/2020' } : member,
        ),
      },
      ['members[0].relation json'],
    ],
    [
      'members are other people',
      {
        members: rowsOf(benefit.members).map((member, at) =>
          at === 1
            ? {
                ...member,
                givenName: benefit.givenName,
                familyName: benefit.familyName,
                birthdate: benefit.birthdate,
              }
            : member,
        ),
      },
      ['members[1].birthdate json', 'transfers[0].personName option'],
    ],
    [
      'a child is not older',
      {
        members: rowsOf(benefit.members).map((it) =>
          it.relation === 'child' ? { ...it, birthdate: '01/01/1980' } : it,
        ),
      },
      ['members[1].relation json'],
    ],
    [
      'a mother is not younger',
      {
        members: rowsOf(benefit.members).map((it) =>
          it.relation === 'child' ? { ...it, relation: 'parent', birthdate: '01/01/1990' } : it,
        ),
      },
      ['members[1].relation json'],
    ],
    ['nobody moves in before they are born', { movedIn: '02/28/1984' }, ['movedIn notBefore']],
    [
      'nobody has to know the years of a pension, or the heating',
      { longInsured: 'unknown', heating: 'unknown' },
      [],
    ],
    ['the let area is a part of the home', { subletArea: 80 }, ['subletArea json']],
    ['others pay no more than the rent', { othersAmount: 900 }, ['othersAmount json']],
    [
      'a degree of disability is a multiple of ten',
      { disabilities: [{ personName: 'Mia Hasan', degree: 55, careLevel: '0' }] },
      ['disabilities[0].degree json'],
    ],
    ['proof of income comes later or now', { proofsLater: {} }, ['incomeProof required']],
    ['decisions come later or now', { transferProof: [], transferLater: true }, []],
    ['decisions are needed', { transferProof: [] }, ['transferProof required']],
    [
      'a custody share is asked for children only',
      {
        members: rowsOf(benefit.members).map((member) => ({ ...member, custodyShare: undefined })),
      },
      ['members[1].custodyShare required'],
    ],
  ])('%s', (_, change, expected) => {
    expect(broken('wohngeld', { ...benefit, ...change })).toEqual(expected);
  });
});

test('housing benefit asks whether a husband or wife was forgotten', () => {
  const hinted = (change: FormData) =>
    !evaluate(form('wohngeld'), { ...answers.wohngeld, ...change }, today).hidden.has('spouseHint');
  expect(hinted({ livesAlone: 'yes' })).toBe(true);
  expect(hinted({ members: rowsOf(answers.wohngeld?.members).slice(1) })).toBe(true);
  expect(hinted({})).toBe(false);
  expect(hinted({ livesAlone: '' }), 'before the household is asked').toBe(false);
  expect(hinted({ livesAlone: 'yes', maritalStatus: 'widowed' })).toBe(false);
});

describe('fishing permit', () => {
  const permit = answers.fischereischein ?? {};
  const adult = { birthdate: '02/29/1984' };
  const nobody = { guardianName: '', guardianPhone: '', guardianConsent: [] };
  const nobodyAsked = ['guardianName required', 'guardianPhone required', 'guardianConsent required'];

  test.each<[string, FormData, string[]]>([
    ['minors get no permit for life', { duration: 'lifetime' }, ['duration json']],
    ['adults get it, without anybody’s consent', { duration: 'lifetime', ...adult, guardianConsent: [] }, []],
    ['minors need it', { guardianConsent: [] }, ['guardianConsent required']],
    ['so do those who are eighteen tomorrow', { birthdate: '11/21/2008', ...nobody }, nobodyAsked],
    ['and those who are today do not', { birthdate: '11/20/2008', ...nobody }, []],
    ['children below twelve get none', { birthdate: '11/21/2014' }, ['birthdate max']],
    ['an exam is not taken before birth', { ...adult, examDate: '02/28/1984' }, ['examDate json']],
    ['nor by a small child', { ...adult, examDate: '02/28/1991' }, ['examDate json']],
    ['but by a child of eight', { ...adult, examDate: '03/01/1992' }, []],
    [
      'who has lost the former permit needs neither number nor proof',
      { proofKind: 'former', formerLost: true, formerAuthority: 'Kreis Plön', knowledgeProof: [] },
      [],
    ],
    ['a proof comes later or now', { knowledgeProof: [], knowledgeLater: true }, []],
    ['and is needed', { knowledgeProof: [] }, ['knowledgeProof required']],
    ['nobody needs an e-mail address', { email: '' }, []],
    [
      'a former permit needs its number',
      { proofKind: 'former' },
      ['formerNumber required', 'formerAuthority required'],
    ],
    [
      'an exemption needs a reason and no proof',
      { proofKind: 'exempt', knowledgeProof: [] },
      ['exemptReason required'],
    ],
    ['a photo is no PDF', { photo: [file('foto.pdf')] }, ['photo file']],
  ])('%s', (_, change, expected) => {
    expect(broken('fischereischein', { ...permit, ...change })).toEqual(expected);
  });
});

describe.each(['meldebescheinigung', 'meldebescheinigung-online-ausweis'])(
  'the appointment of %s',
  (name) => {
    const offers = [...loaded.content.metadata.values()].filter(({ fmsFormId }) => fmsFormId === name);
    const ids = offers.map(({ authority }) => authority.id);
    /** The authorities whose form refuses a time of an appointment. */
    const refusing = (pickupTime: string) =>
      offers
        .filter((offer) => {
          const { faults } = openForm(loaded.content, offer, 'de')!.check({
            deliveryWay: 'pickup',
            pickupTime,
          });
          return faults.some(({ path, rule }) => path === 'pickupTime' && rule === 'openingHours');
        })
        .map(({ authority }) => authority.id);

    beforeEach(() => {
      vi.useFakeTimers({ now: today, toFake: ['Date'] });
      return () => vi.useRealTimers();
    });

    test('is when the authority of the place is open', () => {
      expect(refusing('2026-12-01T03:00:00+01:00'), 'at night').toEqual(ids);
      expect(refusing('2026-12-06T10:00:00+01:00'), 'a Sunday').toEqual(ids);
      expect(refusing('2026-12-25T10:00:00+01:00'), 'Christmas').toEqual(ids);
      expect(refusing('2026-12-01T10:00:00+01:00'), 'a Tuesday').toEqual([]);
      expect(refusing('2026-12-02T10:00:00+01:00'), 'a Wednesday').toEqual(['amt-daenischenhagen']);
      const closedThen = ids.filter((id) => id !== 'ahrensburg');
      expect(refusing('2026-12-01T16:00:00+01:00'), 'a Tuesday afternoon').toEqual(closedThen);
    });

    test('is not before the third open day', () => {
      expect(refusing('2026-11-24T10:00:00+01:00')).toEqual(ids);
      expect(refusing('2026-11-25T10:00:00+01:00')).toEqual(['amt-daenischenhagen']);
      expect(refusing('2026-11-26T10:00:00+01:00')).toEqual([]);
    });
  },
);

describe('the certificate of registration', () => {
  const names = ['meldebescheinigung', 'meldebescheinigung-online-ausweis'];
  test.each(names)('%s: whoever collects it can be told when', (name) => {
    const reachable = { ...answers[name], deliveryWay: 'pickup', pickupTime: '' };
    expect(broken(name, reachable)).toEqual([]);
    for (const change of [{ email: '' }, { phoneNumber: '' }]) {
      expect(broken(name, { ...reachable, ...change })).toEqual([]);
    }
    const silent = { ...reachable, email: '', phoneNumber: '' };
    expect(broken(name, silent)).toEqual(['pickupContact required']);
    expect(broken(name, { ...silent, deliveryWay: 'post' })).toEqual([]);
    for (const [pickupContact, faults] of [
      ['jo@example.de', []],
      ['+49 (431) 12-34/5', []],
      ['jo', ['pickupContact pattern']],
    ] as const) {
      expect(broken(name, { ...silent, pickupContact })).toEqual(faults);
    }
  });

  test.each(names)('%s: nothing has to be ticked for the simple one', (name) => {
    expect(broken(name, { ...answers[name], extras: {} })).toEqual([]);
  });

  test.each(names)('%s: a date of birth is taken as the card shows it', (name) => {
    const partial = { ...answers[name], birthdate: '', birthdateIncomplete: true };
    expect(broken(name, partial)).toEqual(['birthdateShown required']);
    for (const birthdateShown of ['1950', '07.1950', '00.00.1950', 'XX.XX.1950', 'xx.07.1950']) {
      expect(broken(name, { ...partial, birthdateShown })).toEqual([]);
    }
    for (const birthdateShown of ['50', '0.0.1950', '..1950']) {
      expect(broken(name, { ...partial, birthdateShown })).toEqual(['birthdateShown pattern']);
    }
  });
});
