/** Districts of Schleswig-Holstein and Hamburg with two letters. */
const shortDistricts = new Set('FL HH HL IZ KI NF OD OH PI RD RZ SE SL'.split(' '));
/** Districts elsewhere that begin with one of those. */
const longerDistricts = new Set(
  'FLÖ HHM KIB OHA OHV OHZ PIR RDG SEB SEE SEF SEL SLE SLF SLK SLN SLS SLÜ SLZ'.split(' '),
);

const PARTS =
  /^(?<letters>[A-ZÄÖÜ\s.–-]+?)(?<sign>[\s.–-]*)(?<digits>[1-9]\d{0,3})[\s.–-]*(?<suffix>[EH]?)$/u;

/**
 * A German number plate in its usual spelling, KI-AB 123 or KI-AB 12E, from any other: small letters, spaces or no sign
 * at all. Undefined if it is no plate, or if the end of the district is unclear: "HAB 1" may be H-AB 1 or HA-B 1 (Annex
 * 4 FZV: one to three letters, one or two, one to four digits, eight characters in all).
 */
export function plainPlate(typed: string): string | undefined {
  const parts = PARTS.exec(typed.trim().toUpperCase())?.groups;
  if (!parts) return undefined;
  const { letters = '', sign = '', digits = '', suffix = '' } = parts;
  const [district = '', own = '', ...more] = separated(letters, sign);
  const isPlate = /^[A-ZÄÖÜ]{1,3}$/.test(district) && /^[A-Z]{1,2}$/.test(own) && more.length === 0;
  const length = district.length + own.length + digits.length + suffix.length;
  return isPlate && length <= 8 ? `${district}-${own} ${digits}${suffix}` : undefined;
}

/** @param sign what stands before the digits: after a hyphen the letters of the owner are missing ("KI-1") */
function separated(letters: string, sign: string): string[] {
  const written = letters.split(/[\s.–-]+/u).filter((part) => part !== '');
  const [one = ''] = written;
  if (/[–-]/u.test(sign)) return written.length === 1 ? [] : written;
  const at = districtLength(one);
  return written.length === 1 ? [one.slice(0, at), one.slice(at)] : written;
}

/** Number of letters that belong to the district; 0 if that is unclear. */
function districtLength(letters: string): number {
  if (letters.length === 2) return 1;
  if (letters.length === 5) return 3;
  return letters.length === 4 &&
    shortDistricts.has(letters.slice(0, 2)) &&
    !longerDistricts.has(letters.slice(0, 3))
    ? 2
    : 0;
}
