/** What a button says that adds a row, when the export does not. */
export const ADD_ENTRY = 'Eintrag hinzufügen';

/** What a typed name is worth: text form (§ 126b BGB), not written form (§ 126 BGB). */
export const SIGNATURE_WORTH =
  'Tippen Sie Ihren Namen ein. Damit bestätigen Sie Ihre Angaben in Textform. Wo ein Gesetz eine Unterschrift auf Papier verlangt, ersetzt es sie nicht.';

/** Parts that an address is asked for in; `autocomplete` is the token of HTML. */
export const addressParts: readonly {
  name: string;
  label: string;
  autocomplete: string;
  maxLength?: number;
}[] = [
  { name: 'street', label: 'Straße und Hausnummer', autocomplete: 'street-address' },
  { name: 'postalCode', label: 'Postleitzahl', autocomplete: 'postal-code', maxLength: 10 },
  { name: 'locality', label: 'Ort', autocomplete: 'address-level2' },
];

/** Texts that the import writes itself, in English. */
export const englishOf: Readonly<Record<string, string>> = {
  'Straße und Hausnummer': 'Street and house number',
  Postleitzahl: 'Postcode',
  Ort: 'Town or city',
  [ADD_ENTRY]: 'Add an entry',
  [SIGNATURE_WORTH]:
    'Type your name. You confirm your details in text form by that. It does not replace a signature on paper where a law requires one.',
  Name: 'Name',
  Wert: 'Value',
  Text: 'Text',
};
