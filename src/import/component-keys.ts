const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'length', 'prototype']);

/** A key that a form can have, from any text. */
export function plainKey(key: string): string {
  const plain = key.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?![A-Za-z])/, 'f');
  return RESERVED.has(plain) ? `${plain}_` : plain;
}

export const LONGEST_KEY = 40;

/** "Größe der Wohnung" as `groesseDerWohnung`. */
export const keyOfLabel = (label: string): string => wordsOf(label).join('').slice(0, LONGEST_KEY);

/** The words of a label in letters of a key, all but the first with a capital: `groesse`, `Der`, `Wohnung`. */
export function wordsOf(label: string): string[] {
  const letters = label
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const words = letters.match(/[a-z0-9]+/g) ?? [];
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)));
}
