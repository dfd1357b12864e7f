import * as z from 'zod';
import { type Locale, locales } from '#domain/locale.ts';

/** Ways in which the neighbour sends a person: as agreed, or with one fault. */
export const sendingKinds = [
  'plain',
  'data',
  'unfit',
  'forged',
  'old',
  'longLived',
  'stranger',
  'abroad',
  'elsewhere',
  'nowhere',
  'notOffered',
  'repeated',
  'invented',
] as const;
export type SendingKind = (typeof sendingKinds)[number];

/** Answers of the neighbour to the portal: as agreed, signed by a stranger, or with the answer to another question. */
export const answerings = ['agreed', 'forged', 'otherQuestion'] as const;
export type Answering = (typeof answerings)[number];

export const sending = z.object({
  service: z.string(),
  kind: z.enum(sendingKinds).default('plain'),
  locale: z.enum(locales).default('de'),
});
export const switching = z.object({ answering: z.enum(answerings) });

type Words = Record<Locale, string>;

export const SENDING_WORDS: Record<SendingKind, Words> = {
  plain: { de: 'Ohne Angaben', en: 'Without details' },
  data: { de: 'Mit Name und Adresse', en: 'With name and address' },
  unfit: { de: 'Mit Angaben, die nicht ins Formular passen', en: 'With details that do not fit the form' },
  forged: { de: 'Gefälschte Unterschrift', en: 'Forged signature' },
  old: { de: 'Nachricht von vor zehn Minuten', en: 'A message of ten minutes ago' },
  longLived: { de: 'Nachricht, die eine Stunde gelten soll', en: 'A message meant to be good for an hour' },
  stranger: { de: 'Unbekannter Absender', en: 'Unknown sender' },
  abroad: { de: 'Nachricht an ein anderes Portal', en: 'A message to another portal' },
  elsewhere: { de: 'Rückweg zu einer fremden Adresse', en: 'A way back to a foreign address' },
  nowhere: { de: 'Ort, den es nicht gibt', en: 'A place that does not exist' },
  notOffered: { de: 'Ort ohne Online-Antrag', en: 'A place without an online application' },
  repeated: { de: 'Dieselbe Nachricht zweimal', en: 'The same message twice' },
  invented: { de: 'Ausgedachter Einmal-Code', en: 'An invented one-time code' },
};

export const ANSWERING_WORDS: Record<Answering, Words> = {
  agreed: { de: 'wie vereinbart', en: 'as agreed' },
  forged: { de: 'mit gefälschter Unterschrift', en: 'with a forged signature' },
  otherQuestion: { de: 'auf eine andere Frage', en: 'to another question' },
};
