import type { OwnText } from './conversion.ts';

/** Text of the button that adds a row, if the export has none. */
export const ADD_ENTRY = 'Eintrag hinzufügen';

/** Name of a row, to which its number is added; the builder has no name for it. */
export const ENTRY = 'Eintrag';

/** Title of a form of which nothing says a title. */
export const FORM_TITLE: OwnText = { de: 'Formular', en: 'Form' };

/** The value of a typed name: text form (§ 126b BGB), not written form (§ 126 BGB). */
export const SIGNATURE_WORTH =
  'Tippen Sie Ihren Namen ein. Damit bestätigen Sie Ihre Angaben in Textform. Wo ein Gesetz eine Unterschrift auf Papier verlangt, ersetzt es sie nicht.';

/** Parts that an address is asked for in; `autocomplete` is the token of HTML. */
export const addressParts: readonly {
  name: string;
  label: string;
  autocomplete: string;
  maxLength?: number;
}[] = [
  { name: 'street', label: 'Straße und Hausnummer', autocomplete: 'address-line1' },
  { name: 'postalCode', label: 'Postleitzahl', autocomplete: 'postal-code', maxLength: 10 },
  { name: 'locality', label: 'Ort', autocomplete: 'address-level2' },
];

/** A placeholder of signs and digits only, which shows how an answer may look. */
export const exampleText = (example: string): OwnText => ({
  de: `Zum Beispiel: ${example}`,
  en: `For example: ${example}`,
});

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? one : `${count} ${many}`;

/** Texts for the limits of Form.io that become a pattern or JSONLogic here. */
export const limitTexts = {
  fewestWords: (words: number) => ({
    de: `Bitte schreiben Sie mindestens ${counted(words, 'ein Wort', 'Wörter')}.`,
    en: `Please write at least ${counted(words, 'one word', 'words')}.`,
  }),
  mostWords: (words: number) => ({
    de: `Bitte kürzen Sie Ihre Angabe auf höchstens ${counted(words, 'ein Wort', 'Wörter')}.`,
    en: `Please shorten your answer to at most ${counted(words, 'one word', 'words')}.`,
  }),
  words: (fewest: number, most: number) => ({
    de: `Bitte schreiben Sie ${fewest} bis ${most} Wörter.`,
    en: `Please write ${fewest} to ${most} words.`,
  }),
  fewestChoices: (choices: number) => ({
    de: `Bitte wählen Sie mindestens ${counted(choices, 'eine Antwort', 'Antworten')} aus.`,
    en: `Please choose at least ${counted(choices, 'one answer', 'answers')}.`,
  }),
  mostChoices: (choices: number) => ({
    de: `Bitte wählen Sie höchstens ${counted(choices, 'eine Antwort', 'Antworten')} aus.`,
    en: `Please choose at most ${counted(choices, 'one answer', 'answers')}.`,
  }),
};

/** Texts for components that only one product has (nav.ts). */
export const navTexts = {
  month: {
    de: 'Geben Sie Monat und Jahr an, zum Beispiel 03.2026.',
    en: 'Enter month and year, for example 03.2026.',
  },
  validFrom: { de: 'Gültig ab', en: 'Valid from' },
  validUntil: { de: 'Gültig bis', en: 'Valid until' },
  yes: { de: 'Ja', en: 'Yes' },
  no: { de: 'Nein', en: 'No' },
  hasNumber: {
    de: 'Haben Sie eine norwegische Personennummer (fødselsnummer) oder D-Nummer?',
    en: 'Do you have a Norwegian national identity number (fødselsnummer) or D number?',
  },
  number: {
    de: 'Norwegische Personennummer oder D-Nummer',
    en: 'Norwegian national identity number or D number',
  },
  birthdate: { de: 'Geburtsdatum', en: 'Date of birth' },
  livesInNorway: { de: 'Wohnen Sie in Norwegen?', en: 'Do you live in Norway?' },
  streetOrBox: {
    de: 'Ist Ihre Anschrift eine Straße oder ein Postfach?',
    en: 'Is your address a street address or a PO box?',
  },
  streetAddress: { de: 'Straße', en: 'Street address' },
  boxAddress: { de: 'Postfach', en: 'PO box' },
  careOf: { de: 'Wohnhaft bei (c/o)', en: 'Care of (c/o)' },
  street: { de: 'Straße und Hausnummer', en: 'Street and house number' },
  box: { de: 'Nummer des Postfachs', en: 'Number of the PO box' },
  building: { de: 'Gebäude', en: 'Building' },
  postcode: { de: 'Postleitzahl', en: 'Postcode' },
  place: { de: 'Ort', en: 'Town or city' },
  postcodeMissing: { de: 'Geben Sie die Postleitzahl an.', en: 'Enter the postcode.' },
  placeMissing: { de: 'Geben Sie den Ort an.', en: 'Enter the town or city.' },
  region: { de: 'Region', en: 'Region' },
  country: { de: 'Staat', en: 'Country' },
};

/** Label of the file for a document; it is translated with the document's name. */
export const documentLabel = (name: string): string => `Dokument: ${name}`;

/** Statements of people about a document, by the value that the product stores. */
export const attachmentTexts: Readonly<Record<string, OwnText>> = {
  leggerVedNaa: { de: 'Ich füge es jetzt bei', en: 'I attach it now' },
  ettersender: { de: 'Ich reiche es nach', en: 'I will send it later' },
  levertTidligere: { de: 'Ich habe es schon eingereicht', en: 'I have submitted it already' },
  nei: { de: 'Nein, ich habe nichts beizufügen', en: 'No, I have nothing to attach' },
  harIkke: { de: 'Ich habe es nicht', en: 'I do not have it' },
  andre: { de: 'Jemand anderes reicht es ein', en: 'Somebody else will submit it' },
  nav: { de: 'Die Behörde soll es anfordern', en: 'The authority should ask for it' },
};

/** Texts that the import writes itself, in English. */
export const englishOf: Readonly<Record<string, string>> = {
  'Straße und Hausnummer': 'Street and house number',
  Postleitzahl: 'Postcode',
  Ort: 'Town or city',
  [ADD_ENTRY]: 'Add an entry',
  [ENTRY]: 'Entry',
  [SIGNATURE_WORTH]:
    'Type your name. You confirm your details in text form by that. It does not replace a signature on paper where a law requires one.',
  Name: 'Name',
  Wert: 'Value',
  Text: 'Text',
};
