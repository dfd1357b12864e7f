import type { ElsterScope } from '#domain/elster-scopes.ts';

type Values = Partial<Record<ElsterScope, string>>;

/** A person who may act for accounts. */
export type ActingPerson = { id: string; name: string; attributes: Values };

export type BusinessAccount = {
  id: string;
  /** Name on the page and in the README. */
  name: string;
  remark: { de: string; en: string };
  /** People who may act for the account. */
  persons: readonly [ActingPerson, ...ActingPerson[]];
  attributes: Values;
};

const person = (id: string, givenName: string, familyName: string, birthdate: string): ActingPerson => ({
  id,
  name: `${givenName} ${familyName}`,
  attributes: { givenName, familyName, birthdate },
});
const petra = person('lindemann', 'Petra', 'Lindemann', '14.03.1978');
const jonas = person('petersen', 'Jonas', 'Petersen', '02.11.1991');
const hinrich = person('thomsen', 'Hinrich', 'Thomsen', '09.05.1952');
const lukasz = person('zolkiewski', 'Łukasz', 'Żółkiewski', '27.08.1983');

/** Invented companies and people at real places. */
export const DEMONSTRATION_ACCOUNTS: readonly BusinessAccount[] = [
  {
    id: 'foerdewind',
    name: 'Fördewind Segelmacherei GmbH',
    remark: {
      de: 'GmbH in Kiel, zwei Personen dürfen handeln',
      en: 'German limited company, two people may act',
    },
    persons: [petra, jonas],
    attributes: {
      id: 'EK-7F31-0001',
      personType: 'NNatPers',
      companyName: 'Fördewind Segelmacherei GmbH',
      legalForm: 'GmbH',
      occupation: 'Herstellung von Segeln und Persenningen',
      companyFoundingDate: '01.04.2014',
      vatId: 'DE999999991',
      registryCourt: 'Amtsgericht Kiel',
      registryType: 'HRB',
      registryNumber: '21007 KI',
      addressType: 'Sitz',
      streetAddress: 'Kaistraße',
      streetNumber: '101',
      postalCode: '24114',
      locality: 'Kiel',
      district: 'Vorstadt',
      country: 'DE',
    },
  },
  {
    id: 'lumiere',
    name: 'Lumière du Nord S.à r.l.',
    remark: {
      de: 'Ausländische Rechtsform mit Niederlassung in Flensburg; dieselbe Person wie oben handelt auch hier',
      en: 'Foreign legal form with a branch in Flensburg; the same person as above acts here, too',
    },
    persons: [petra],
    attributes: {
      id: 'EK-7F31-0002',
      personType: 'NNatPers',
      companyName: 'Lumière du Nord S.à r.l.',
      legalForm: 'S.à r.l.',
      occupation: 'Handel mit Leuchten',
      companyFoundingDate: '15.09.2019',
      vatId: 'LU99999992',
      registryCourt: 'Amtsgericht Flensburg',
      registryType: 'HRB',
      registryNumber: '14482 FL',
      addressType: 'Sitz',
      streetAddress: 'Rue de l’Église',
      streetNumber: '7',
      addressSupplement: 'Bâtiment B',
      postalCode: '1458',
      locality: 'Luxembourg',
      country: 'LU',
    },
  },
  {
    id: 'baltyk',
    name: 'Bałtyk Transport Sp. z o.o.',
    remark: {
      de: 'Ausländische Rechtsform mit Sitz in Polen, ohne deutsches Register',
      en: 'Foreign legal form with its seat in Poland, in no German register',
    },
    persons: [lukasz],
    attributes: {
      id: 'EK-7F31-0003',
      personType: 'NNatPers',
      companyName: 'Bałtyk Transport Sp. z o.o.',
      legalForm: 'Sp. z o.o.',
      occupation: 'Güterverkehr',
      vatId: 'PL9999999993',
      addressType: 'Sitz',
      streetAddress: 'ul. Żeglarska',
      streetNumber: '12',
      postalCode: '70-001',
      locality: 'Szczecin',
      country: 'PL',
    },
  },
  {
    id: 'thomsen',
    name: 'Hinrich Thomsen',
    remark: {
      de: 'Konto einer natürlichen Person mit einem Geschäft',
      en: 'Account of a natural person with a business',
    },
    persons: [hinrich],
    attributes: {
      id: 'EK-7F31-0004',
      personType: 'NatPers',
      companyName: 'Thomsens Bootsverleih',
      legalForm: 'Einzelunternehmen',
      addressType: 'Wohnung',
      streetAddress: 'Hohle Gasse',
      streetNumber: '3',
      postalCode: '25813',
      locality: 'Husum',
      country: 'DE',
    },
  },
  {
    id: 'petersen',
    name: 'Jonas Petersen',
    remark: {
      de: 'Konto einer natürlichen Person, nur mit Namen',
      en: 'Account of a natural person, nothing but the name',
    },
    persons: [jonas],
    attributes: { id: 'EK-7F31-0005', personType: 'NatPers' },
  },
];
