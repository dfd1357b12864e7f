import type { RuleReader } from './reader.ts';

/** The Länder by the letters that rules use. */
export const lands = [
  'BB',
  'BE',
  'BW',
  'BY',
  'HB',
  'HE',
  'HH',
  'MV',
  'NI',
  'NW',
  'RP',
  'SH',
  'SL',
  'SN',
  'ST',
  'TH',
] as const;

/** The Länder that a part of a rule is for. */
export type Lands = string[] | 'others';

/** Reads `Für die Länder NW, SL gilt:` or `Für alle anderen Länder gilt:`. */
export function landsHere(reader: RuleReader): Lands | undefined {
  if (reader.take(/Für (?:alle )?anderen Ländern? gilt[:.]/iuy)) return 'others';
  const found = reader.take(/Für (?:das Land|die Länder) ([A-Z]{2}(?:(?:, | und )[A-Z]{2})*) gilt[:.]/uy);
  if (!found) return undefined;
  const named = found[1]?.split(/, | und /) ?? [];
  return named.every((name) => (lands as readonly string[]).includes(name)) ? named : reader.fail();
}

/** True if a part of a rule is for the Land. @param named the Länder of the parts before it */
export const isOfLand = (part: Lands, land: string, named: readonly string[]): boolean =>
  part === 'others' ? !named.includes(land) : part.includes(land);
