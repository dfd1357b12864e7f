import { createHash } from 'node:crypto';
import { type Kind, type Level, levels } from './profile.ts';

export type DemonstrationPerson = {
  id: string;
  /** Name on the page and in the terminal. */
  name: string;
  /** Strongest first. */
  levels: readonly Level[];
  remark: { de: string; en: string };
  claims: Readonly<Record<string, unknown>>;
};

/** The pseudonym that a card computes for one portal (Restricted Identification). */
const pseudonym = (id: string) =>
  createHash('sha256').update(`demonstration card:${id}`).digest('hex').toUpperCase();

/** Invented people at real places. */
const cards: readonly DemonstrationPerson[] = [
  {
    id: 'lindemann',
    name: 'Petra Lindemann',
    levels: ['high'],
    remark: {
      de: 'Personalausweis mit allen Angaben. Dieselbe Person hat auch ein Bürgerkonto: hier sind es zwei Konten.',
      en: 'Identity card with all details. The same person has a citizens’ account, too: here these are two accounts.',
    },
    claims: {
      RestrictedID: pseudonym('lindemann'),
      GivenNames: 'Petra',
      FamilyNames: 'Lindemann',
      BirthName: 'Clausen',
      Sex: 'F',
      DateOfBirth: '1978-03-14',
      PlaceOfBirth: { FreetextPlace: 'Eckernförde' },
      PlaceOfResidence: {
        StructuredPlace: {
          Street: 'Holtenauer Straße 112',
          City: 'Kiel',
          State: 'Schleswig-Holstein',
          Country: 'D',
          ZipCode: '24105',
        },
      },
      Nationality: 'D',
      DocumentType: 'ID',
      IssuingState: 'D',
      DateOfExpiry: '2031-08-31',
    },
  },
  {
    id: 'leczyca',
    name: 'Prof. Dr. Anđelka-Þórdís Ǧalāl-Ñúñez von Łęczyca-Škvorecká',
    levels: ['high'],
    remark: {
      de: 'eID-Karte für Unionsbürger, viele besondere Buchstaben (DIN 91379)',
      en: 'eID card of a citizen of the Union, many special letters (DIN 91379)',
    },
    claims: {
      RestrictedID: pseudonym('leczyca'),
      AcademicTitle: 'Prof. Dr.',
      GivenNames: 'Anđelka-Þórdís',
      FamilyNames: 'Ǧalāl-Ñúñez von Łęczyca-Škvorecká',
      BirthName: 'K̛ávayová',
      Sex: ' ',
      DateOfBirth: '1965-12-31',
      PlaceOfBirth: { FreetextPlace: 'Łęczyca' },
      PlaceOfResidence: {
        StructuredPlace: {
          Street: 'Großflecken 59',
          City: 'Neumünster',
          State: '',
          Country: 'D',
          ZipCode: '24534',
        },
      },
      Nationality: 'POL',
      DocumentType: 'UB',
      IssuingState: 'D',
      DateOfExpiry: '2032-02-28',
    },
  },
  {
    id: 'rahimi',
    name: 'Ahmad Rahimi',
    levels: ['high'],
    remark: {
      de: 'Aufenthaltstitel, vom Geburtsdatum ist nur das Jahr bekannt',
      en: 'Residence permit, only the year of the birthdate is known',
    },
    claims: {
      RestrictedID: pseudonym('rahimi'),
      GivenNames: 'Ahmad',
      FamilyNames: 'Rahimi',
      Sex: 'M',
      DateOfBirth: '1984',
      PlaceOfBirth: { FreetextPlace: 'Herat' },
      PlaceOfResidence: {
        StructuredPlace: {
          Street: 'Lübecker Straße 28',
          City: 'Bad Oldesloe',
          State: '',
          Country: 'D',
          ZipCode: '23843',
        },
      },
      Nationality: 'AFG',
      DocumentType: 'AR',
      ResidencePermitI: 'NIEDERLASSUNGSERLAUBNIS',
      IssuingState: 'D',
      DateOfExpiry: '2033-05-31',
    },
  },
  {
    id: 'baumgart',
    name: 'Josephine Baumgart',
    levels: ['high'],
    remark: {
      de: 'Personalausweis mit Künstlernamen, ohne Wohnung in Deutschland',
      en: 'Identity card with an artistic name, without a home in Germany',
    },
    claims: {
      RestrictedID: pseudonym('stern'),
      AcademicTitle: 'Dr.',
      ArtisticName: 'Jo Stern',
      GivenNames: 'Josephine',
      FamilyNames: 'Baumgart',
      Sex: 'F',
      DateOfBirth: '1990-07-00',
      PlaceOfBirth: { FreetextPlace: 'Flensburg' },
      PlaceOfResidence: { NoPlaceInfo: 'keine Wohnung in Deutschland' },
      Nationality: 'D',
      DocumentType: 'ID',
      IssuingState: 'D',
      DateOfExpiry: '2030-11-30',
    },
  },
];

const accounts: readonly DemonstrationPerson[] = [
  {
    id: 'carstens',
    name: 'Frauke Marie Carstens',
    levels: levels.toReversed(),
    remark: { de: 'Alle Angaben, jedes Vertrauensniveau', en: 'All details, every trust level' },
    claims: {
      given_name: 'Frauke',
      middle_name: 'Marie',
      family_name: 'Carstens',
      birth_family_name: 'Hansen',
      also_known_as: 'Fee Carstens',
      title: 'Dr.',
      salutation: 'Frau',
      gender: 'female',
      birthdate: '1983-02-17',
      place_of_birth: { locality: 'Heide', country: 'DE' },
      nationalities: ['DEU'],
      email: 'frauke.carstens@example.org',
      phone_number: '+49 431 23125 08',
      address: {
        street_address: 'Süderstraße 14\nHinterhaus',
        postal_code: '25746',
        locality: 'Heide',
        region: 'Schleswig-Holstein',
        country: 'DE',
      },
    },
  },
  {
    id: 'brandt',
    name: 'Emil Brandt',
    levels: ['low'],
    remark: {
      de: 'Vertrauensniveau niedrig, nur Name und E-Mail-Adresse',
      en: 'Low trust level, name and email address only',
    },
    claims: { given_name: 'Emil', family_name: 'Brandt', email: 'emil.brandt@example.org' },
  },
];

/** People who run the portal, by their roles. */
const staff: readonly DemonstrationPerson[] = [
  {
    id: 'jensen',
    name: 'Kirsten Jensen',
    levels: ['high'],
    remark: { de: 'Rollen look und repair', en: 'Roles look and repair' },
    claims: {
      name: 'Kirsten Jensen',
      preferred_username: 'k.jensen',
      roles: ['portal-look', 'portal-repair'],
    },
  },
  {
    id: 'boysen',
    name: 'Malte Boysen',
    levels: ['high'],
    remark: { de: 'Rollen look, repair und erase', en: 'Roles look, repair and erase' },
    claims: {
      name: 'Malte Boysen',
      preferred_username: 'm.boysen',
      roles: ['portal-look', 'portal-repair', 'portal-erase'],
    },
  },
  {
    id: 'thomsen',
    name: 'Wiebke Thomsen',
    levels: ['high'],
    remark: { de: 'Rolle look: darf nur ansehen', en: 'Role look: may only look' },
    claims: { name: 'Wiebke Thomsen', preferred_username: 'w.thomsen', roles: ['portal-look'] },
  },
  {
    id: 'paulsen',
    name: 'Hauke Paulsen',
    levels: ['high'],
    remark: { de: 'Keine Rolle des Portals', en: 'No role of the portal' },
    claims: { name: 'Hauke Paulsen', preferred_username: 'h.paulsen', roles: ['canteen'] },
  },
];

export const PERSONS: Record<Kind, readonly DemonstrationPerson[]> = {
  eid: cards,
  sk: accounts,
  operators: staff,
};
