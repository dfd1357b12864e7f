/** A text on one line: no line breaks, no double spaces, normalisation form C. */
export const onOneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

/** A text with its lines, without spaces at their ends and with at most one empty line in a row. */
export const inLines = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const ID_2 = /^([DSGFRC]\d{5})(\d{3})$/;
const ID_3 = /^[DSGFRC]\d{11}$/;

/**
 * An id as XDatenfelder 3 writes it. XDatenfelder 2 has three digits less: F60000227 is F60000000227.
 * Undefined if it is neither.
 */
export function idOf(text: string): string | undefined {
  const [, owner, number] = ID_2.exec(text) ?? [];
  if (owner !== undefined) return `${owner}000${number}`;
  return ID_3.test(text) ? text : undefined;
}

/** How often an element occurs: `0:1`, `1:*`. `max` is null without a limit; undefined if it says something else. */
export function countOf(text: string): { min: number; max: number | null } | undefined {
  const [, least, most] = /^(\d{1,6}):(\d{1,6}|\*)$/.exec(text) ?? [];
  if (least === undefined) return undefined;
  const [min, max] = [Number(least), most === '*' ? null : Number(most)];
  return max !== null && (max < min || max === 0) ? undefined : { min, max };
}

/** LeiKa keys that a text names. They have 14 digits and begin with 99. */
export const leikaKeysIn = (text: string): string[] => [...new Set(text.match(/\b99\d{12}\b/g))];
