import { createHash } from 'node:crypto';
import type { SummaryRow } from '#contract/summary.ts';
import type { Locale } from '#domain/locale.ts';
import { submissionSteps } from '#domain/submission-step.ts';

import type { DocumentData, HandInData } from '../types.ts';

/** Letters and sequences of DIN 91379 that fonts and extraction get wrong most easily. */
export const HARD_NAMES = [
  'Łukasz Ñuñez-Ǧalāl',
  'K̛ost̄as M̂b̄aye C̆ekić',
  'Þórður Æðelstān Œuvrard',
  'Ḥəsən Ģirts Ůzkų ẞtraßer',
  'Nguyễn Thị Hường',
  'D’Aŕçy O’Ç̆elik ʿAlī ʾAḥmad',
];

export const sha512 = (text: string): string => createHash('sha512').update(text).digest('hex');

const text = (label: string, value: string, level = 0): SummaryRow => ({
  path: label,
  label,
  value,
  kind: 'text',
  level,
});
const heading = (label: string, level: number): SummaryRow => ({
  ...text(label, '', level),
  kind: 'heading',
});

const WORDS = {
  de: {
    statements: [
      'Ich bestätige, dass meine Angaben richtig und vollständig sind.',
      'Ich willige ein, dass meine Angaben an diese Behörde übermittelt werden: Łódź & Söhne.',
    ],
    yes: 'Ja',
    person: 'Person',
    page: 'Angaben zum Hund',
    owner: 'Angaben zur Halterin oder zum Halter',
  },
  en: {
    statements: ['I confirm that my entries are correct and complete.', 'I agree that my answers are sent.'],
    yes: 'Yes',
    person: 'Person',
    page: 'About the dog',
    owner: 'About the keeper',
  },
};

/** An application with everything that a document can show. */
export function sampleData(locale: Locale): DocumentData {
  const words = WORDS[locale];
  return {
    locale,
    portalName: locale === 'de' ? 'Serviceportal Schleswig-Holstein' : 'Schleswig-Holstein Service Portal',
    serviceTitle:
      locale === 'de' ? 'Hundesteuer: Hund anmelden & abmelden' : 'Dog tax: register & deregister a dog',
    leiKaId: '99102013000000',
    authority: {
      id: 'kiel-steuern',
      name: {
        de: 'Landeshauptstadt Kiel, Amt für Finanzwirtschaft – Abteilung Steuern und Abgaben',
        en: 'City of Kiel, Finance Office – Taxes and Duties',
      },
      contactPerson: 'Frau Jördis Ößler-Żuławska',
      street: 'Fleethörn',
      streetNumber: '9',
      postalCode: '24103',
      city: 'Kiel',
      phoneNumber: '+49 431 901-0',
      fax: '+49 431 901-62500',
      email: 'steuern@kiel.example',
      website: 'https://www.kiel.example/steuern',
      openingHours: { de: 'Montag bis Freitag 8 bis 18 Uhr', en: 'Monday to Friday, 8 am to 6 pm' },
      destinationId: '7a2668ae-df8b-4a53-9a9d-7e2b8a9bd0f5',
      paymentEndPointId: '01002000',
    },
    processId: '0190f3a1-6b7c-7d2e-8f3a-4b5c6d7e8f90',
    ticketNumber: 'SP-2026-7K4M-92QX',
    source: { providerId: 'nkb', trustLevel: 'substantial', at: '2026-11-20T15:58:00.000Z' },
    notAsked: ['Telefon'],
    confirmedBy: {
      providerId: 'nkb',
      trustLevel: 'substantial',
      at: '2026-11-20T16:00:00.000Z',
      name: 'Petra Lindemann',
    },
    confirmedAt: '2026-11-20T16:04:09.000Z',
    submittedAt: '2026-11-20T16:05:31.000Z',
    statements: words.statements,
    confirmedHash: createHash('sha256').update('summary').digest('hex'),
    applicantName: HARD_NAMES[0] ?? null,
    applicantCompany: null,
    applicantAddress: ['Große Ölmühlenstraße 12 a', '24105 Kiel'],
    summary: [
      {
        key: 'owner',
        title: words.owner,
        rows: [
          ...HARD_NAMES.map((name, index) => text(`Name ${index + 1}`, name)),
          text('E-Mail', 'lukasz.nunez-galal@verwaltungsdigitalisierungsbehoerde.schleswig-holstein.example'),
          text('Künstlername', ''),
          text(
            'Haben Sie in den letzten zwölf Monaten schon einmal einen Hund in einer anderen Gemeinde angemeldet?',
            words.yes,
          ),
        ],
      },
      {
        key: 'dog',
        title: words.page,
        rows: [
          text('Rufname', 'Bello'),
          heading(`${words.person} 1`, 0),
          text('Vorname', 'Jürgen', 1),
          heading('Anschrift', 1),
          text('Straße', 'Große Ölmühlenstraße 12 a', 2),
          heading(`${words.person} 2`, 0),
          text('Vorname', 'Øystein', 1),
          text('Bemerkung', 'Erste Zeile\nZweite Zeile mit „Anführungszeichen“ – und 50 € … ½ m²', 0),
          text(
            'Kraftfahrzeughaftpflichtversicherungsnachweisnummer',
            'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsänderungsantragsformular'.repeat(
              2,
            ),
          ),
        ],
      },
    ],
    attachments: [
      {
        filename: 'Rassenachweis Bello (Kopie).pdf',
        size: 1_234_567,
        mimeType: 'application/pdf',
        sha512: sha512('a'),
        fieldLabel: 'Rassenachweis',
      },
      {
        filename: 'Foto_Größe_Ł.jpg',
        size: 84_210,
        mimeType: 'image/jpeg',
        sha512: sha512('b'),
        fieldLabel: 'Foto des Hundes',
      },
    ],
    payment: {
      amountCents: 123_450,
      method: 'CREDITCARD',
      reference: 'KZ-2026-000815',
      paidAt: '2026-11-20T16:03:00.000Z',
    },
    electronicNotice: true,
    delivery: { externalIdType: 'FIT_CONNECT', externalId: 'b7f0a2f2-6f0a-4c57-9b57-0f5a7c3f9b11' },
    postboxProvider: 'BundID',
    // All but the last two, which come after the documents.
    steps: submissionSteps.slice(0, 8).map((step, index) => ({
      step,
      outcome: 'done' as const,
      finishedAt: `2026-11-20T16:05:${20 + index}.000Z`,
    })),
    afterwards:
      'Die Stadt prüft Ihre Angaben. Den Bescheid und die Hundemarke erhalten Sie in der Regel innerhalb von zwei Wochen.',
    owed: {
      documents:
        locale === 'de' ? ['Mietvertrag', 'Øystein: Ausweis'] : ['Tenancy agreement', 'Øystein: card'],
      until: '2026-12-18',
      online: true,
    },
    recalled: [{ label: 'Abholung', value: '1. Dezember 2026 um 10:30 Uhr' }],
  };
}

/** The receipt of a hand-in of two documents, one of which has several files. */
export function sampleHandIn(locale: Locale): HandInData {
  const { delivery, attachments, ...application } = sampleData(locale);
  const [first, second] = attachments.map(({ filename: name, ...file }) => ({ ...file, name }));
  return {
    ...application,
    handedInAt: '2026-11-27T09:12:03.000Z',
    deliveredAt: '2026-11-27T09:12:41.000Z',
    delivery: delivery!,
    documents: [
      { label: application.owed.documents[0]!, files: [first!] },
      { label: application.owed.documents[1]!, files: [second!, { ...first!, name: HARD_NAMES[1]! }] },
    ],
  };
}
