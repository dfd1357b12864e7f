import { createHash } from 'node:crypto';
import type { AttributeName } from './profile.ts';

/** Login methods of the citizens' account; each reaches one trust level. */
export type Method = 'Benutzername' | 'Elster' | 'eID';

export type DemonstrationPerson = {
  id: string;
  /** Name on the page and in the README. */
  name: string;
  /** Strongest first. */
  methods: readonly [Method, ...Method[]];
  remark: { de: string; en: string };
  attributes: Partial<Record<AttributeName, string>>;
  /** Attributes that differ after a login by this method: proven values are newer than typed ones. */
  proven?: Partial<Record<Method, Partial<Record<AttributeName, string>>>>;
};

/** The stable pseudonym of a person at this account. */
function bPK2(id: string): string {
  return createHash('sha256').update(`demonstration:${id}`).digest('base64');
}

/** Invented people at real places; phone numbers are from the ranges reserved for films. */
export const DEMONSTRATION_PERSONS: readonly DemonstrationPerson[] = [
  {
    id: 'lindemann',
    name: 'Petra Lindemann',
    methods: ['eID', 'Elster', 'Benutzername'],
    remark: {
      de: 'Alle Angaben, Postfach, jedes Vertrauensniveau',
      en: 'All details, postbox, every trust level',
    },
    attributes: {
      bPK2: bPK2('lindemann'),
      givenName: 'Petra',
      surname: 'Lindemann',
      birthName: 'Clausen',
      gender: '2',
      birthdate: '1978-03-14',
      placeOfBirth: 'Eckernförde',
      nationality: 'DE',
      mail: 'petra.lindemann@example.org',
      telephoneNumber: '+49 431 23125 01',
      postalAddress: 'Holtenauer Straße 112',
      postalCode: '24105',
      localityName: 'Kiel',
      country: 'DE',
      legacyPostkorbHandle: '4f6c1b1e-58f4-4d0f-9b2e-6a1c0d4e7a01',
    },
  },
  {
    id: 'petersen',
    name: 'Jonas Petersen',
    methods: ['Elster'],
    remark: { de: 'Vertrauensniveau substanziell, Postfach', en: 'Substantial trust level, postbox' },
    attributes: {
      bPK2: bPK2('petersen'),
      givenName: 'Jonas',
      surname: 'Petersen',
      gender: '1',
      birthdate: '1991-11-02',
      placeOfBirth: 'Lübeck',
      nationality: 'DE',
      mail: 'jonas.petersen@example.org',
      telephoneNumber: '+49 30 23125 117',
      postalAddress: 'Mengstraße 24',
      postalCode: '23552',
      localityName: 'Lübeck',
      country: 'DE',
      legacyPostkorbHandle: '4f6c1b1e-58f4-4d0f-9b2e-6a1c0d4e7a02',
    },
  },
  {
    id: 'yildiz',
    name: 'Aylin Yıldız',
    methods: ['Benutzername'],
    remark: { de: 'Vertrauensniveau niedrig, Postfach', en: 'Low trust level, postbox' },
    attributes: {
      bPK2: bPK2('yildiz'),
      givenName: 'Aylin',
      surname: 'Yıldız',
      gender: '2',
      birthdate: '1999-07-30',
      mail: 'aylin.yildiz@example.org',
      postalAddress: 'Norderstraße 8',
      postalCode: '24939',
      localityName: 'Flensburg',
      country: 'DE',
      legacyPostkorbHandle: '4f6c1b1e-58f4-4d0f-9b2e-6a1c0d4e7a03',
    },
  },
  {
    id: 'leczyca',
    name: 'Prof. Dr. Anđelka-Þórdís Ǧalāl-Ñúñez von Łęczyca-Škvorecká',
    methods: ['eID'],
    remark: {
      de: 'Langer Name mit besonderen Buchstaben (DIN 91379), Postfach',
      en: 'Long name with special letters (DIN 91379), postbox',
    },
    attributes: {
      bPK2: bPK2('leczyca'),
      personalTitle: 'Prof. Dr.',
      givenName: 'Anđelka-Þórdís',
      surname: 'Ǧalāl-Ñúñez von Łęczyca-Škvorecká',
      birthName: 'K̛ávayová',
      gender: '3',
      birthdate: '1965-12-31',
      placeOfBirth: 'Łęczyca',
      nationality: 'PL',
      mail: 'andelka.leczyca@example.org',
      postalAddress: 'Großflecken 59',
      postalCode: '24534',
      localityName: 'Neumünster',
      country: 'DE',
      legacyPostkorbHandle: '4f6c1b1e-58f4-4d0f-9b2e-6a1c0d4e7a04',
    },
  },
  {
    id: 'thomsen',
    name: 'Hinrich Thomsen',
    methods: ['Elster', 'Benutzername'],
    remark: { de: 'Ohne Postfach', en: 'Without a postbox' },
    attributes: {
      bPK2: bPK2('thomsen'),
      givenName: 'Hinrich',
      surname: 'Thomsen',
      gender: '1',
      birthdate: '1952-05-09',
      placeOfBirth: 'Husum',
      nationality: 'DE',
      telephoneNumber: '+49 30 23125 042',
      postalAddress: 'Hohle Gasse 3',
      postalCode: '25813',
      localityName: 'Husum',
      country: 'DE',
    },
  },
  {
    id: 'matthiesen',
    name: 'Wiebke Matthiesen',
    methods: ['eID', 'Benutzername'],
    remark: {
      de: 'Hat geheiratet und ist umgezogen: Der Ausweis weiß es schon, die Angaben mit Benutzername sind noch die alten',
      en: 'Has married and moved: the identity card knows already, what comes with the user name is still the old data',
    },
    attributes: {
      bPK2: bPK2('matthiesen'),
      givenName: 'Wiebke',
      surname: 'Matthiesen',
      gender: '2',
      birthdate: '1990-06-21',
      placeOfBirth: 'Rendsburg',
      nationality: 'DE',
      mail: 'wiebke.matthiesen@example.org',
      telephoneNumber: '+49 431 23125 07',
      postalAddress: 'Feldstraße 40',
      postalCode: '24105',
      localityName: 'Kiel',
      country: 'DE',
      legacyPostkorbHandle: '4f6c1b1e-58f4-4d0f-9b2e-6a1c0d4e7a05',
    },
    proven: {
      eID: {
        surname: 'Brodersen',
        birthName: 'Matthiesen',
        postalAddress: 'Königstraße 27',
        postalCode: '23552',
        localityName: 'Lübeck',
      },
    },
  },
  {
    id: 'nguyen',
    name: 'Mai Nguyễn',
    methods: ['Benutzername'],
    remark: { de: 'Nur der Name, ohne Postfach', en: 'Nothing but the name, no postbox' },
    attributes: { bPK2: bPK2('nguyen'), givenName: 'Mai', surname: 'Nguyễn' },
  },
];
