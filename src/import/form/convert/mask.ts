const SIGNS: Record<string, string> = { '9': '[0-9]', a: '[A-Za-z]', A: '[A-Z]', '*': '[A-Za-z0-9]' };

/**
 * The pattern of an input mask of Form.io: 9 is a digit, a a letter, * either; anything else is itself. Undefined if it
 * is no mask of this kind.
 */
export function maskPattern(mask: string): string | undefined {
  if (/[[\]{}]/.test(mask)) return undefined;
  const signs = [...mask].map((sign) => SIGNS[sign] ?? sign.replace(/[.*+?^$()|\\/]/g, '\\$&'));
  return signs
    .join('')
    .replace(/(\[[^\]]+\])(\1+)/g, (all, one: string) => `${one}{${all.length / one.length}}`);
}
