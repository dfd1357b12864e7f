/** What a button says that adds a row, when the export does not. */
export const ADD_ENTRY = 'Eintrag hinzufügen';

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
  Name: 'Name',
  Wert: 'Value',
  Text: 'Text',
};
