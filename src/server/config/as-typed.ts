/** Variables that may have several lines, or end with a line break, which their readers know. */
const OF_LINES: readonly string[] = [
  'SIGNING_SECRET',
  'SEALING_KEYS',
  'EFA_PARTNERS',
  'ELSTER_ATTRIBUTE_NAMES',
];
const PEM = '-----BEGIN';
const QUOTED = /^(["']).*\1$/s;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no value has, and what an editor or a shell leaves behind
const CONTROL = /[\0-\x1f\x7f]/;

/**
 * Returns what was typed or pasted along with a value; null for a clean one. It would be part of a secret or of a name,
 * and the partner would refuse it long after the start.
 */
export function typedAlong(name: string, value: string): string | null {
  if (value.startsWith('\uFEFF'))
    return 'begins with a byte order mark, which an editor has written; save it as UTF-8 without one';
  if (value.includes(PEM)) return null;
  if (QUOTED.test(value)) return 'is in quotation marks, which would be part of it; leave them out';
  if (OF_LINES.includes(name)) return null;
  if (value.trim() !== value) return 'has a space or a line break at its beginning or end; remove it';
  return CONTROL.test(value) ? 'has a line break or a control character in it; one line is expected' : null;
}
