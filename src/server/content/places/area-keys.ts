/**
 * Regional keys (ARS, "Regionalschlüssel" of Destatis): 2 digits state, 3 region, 5 district, 9 association of
 * municipalities, 12 municipality. Registers also pad the shorter ones with zeros.
 */
const LEVELS = [2, 3, 5, 9, 12] as const;

/** The significant digits of a key: `010020000000` and `01002` are both `01002`. */
export function significantKey(key: string): string {
  const length = LEVELS.find((level) => /^0*$/.test(key.slice(level)));
  return key.slice(0, length);
}

/** True when an offer for `area` is valid at `place`: the place is the area or lies in it. */
export function areaCovers(area: string, place: string): boolean {
  return significantKey(place).startsWith(significantKey(area));
}

/** The areas around a place and the place itself by their significant keys, the most specific first. */
export function areasAround(place: string): string[] {
  const key = significantKey(place);
  return LEVELS.filter((level) => level <= key.length)
    .map((level) => key.slice(0, level))
    .reverse();
}
