/** Returns a text of a provider in Unicode's composed form (DIN 91379); '' for any other value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.normalize('NFC').trim() : '';
