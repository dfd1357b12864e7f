import { type Condition, joined, not } from '../condition.ts';
import { oneOf, type Reference, type RuleReader } from './reader.ts';
import { Slip } from './scanner.ts';

const AND = /und\b/iy;
const OR = /oder\b/iy;
const EQUAL = /===|==|=/y;
const UNEQUAL = /<>|!==|!=|≠/y;

/** State of reading the conditions of a rule. */
export type Context = {
  /** The element of the last comparison: `wenn <> "Ja"` goes on about it. */
  last?: Reference | undefined;
  /** Values that the rule has named for each field, for "all others". */
  named: Map<string, Condition[]>;
};

/** Reads a condition: comparisons, joined by "und" or by "oder". */
export function condition(reader: RuleReader, context: Context): Condition {
  const parts = [part(reader, context)];
  let joint: 'and' | 'or' | undefined;
  for (;;) {
    const found = reader.attempt((): ['and' | 'or', Condition] => {
      const is = reader.take(AND) ? 'and' : reader.take(OR) ? 'or' : reader.fail();
      return [is, part(reader, context)];
    });
    if (!found) break;
    if (joint !== undefined && joint !== found[0])
      throw new Slip('"und" and "oder" are mixed without brackets');
    joint = found[0];
    parts.push(found[1]);
  }
  return joined(joint ?? 'and', parts);
}

function part(reader: RuleReader, context: Context): Condition {
  if (reader.take(/\(/y)) {
    const inner = condition(reader, context);
    if (!reader.take(/\)/y)) reader.fail();
    return inner;
  }
  const named = reader.attempt(() => reader.reference());
  const about = named ?? context.last ?? reader.fail();
  context.last = about;
  return comparison(reader, about, context);
}

function comparison(reader: RuleReader, about: Reference, context: Context): Condition {
  const found =
    emptiness(reader, about) ??
    statedValue(reader, about) ??
    age(reader, about) ??
    values(reader, about, context);
  reader.take(/ist\b/iy);
  return found ?? reader.fail();
}

/** `nicht leer`, `befüllt`. */
function emptiness(reader: RuleReader, { path }: Reference): Condition | undefined {
  const found = reader.take(/(nicht\s+)?(leer|befüllt)(?:\s+ist|\s+sind)?(?![\p{L}])/iuy);
  if (!found) return undefined;
  const isEmpty = (found[2]?.toLowerCase() === 'leer') !== (found[1] !== undefined);
  return isEmpty ? { is: 'empty', path } : not({ is: 'empty', path });
}

/** `der Wert 001 angegeben wurde`. */
function statedValue(reader: RuleReader, about: Reference): Condition | undefined {
  const found = reader.take(/(nicht )?der Wert\b/iy);
  if (!found) return undefined;
  const equal = reader.equal(about);
  if (!reader.take(/angegeben wurde\b/iy)) reader.fail();
  return found[1] === undefined ? equal : not(equal);
}

/** `< 18 Jahre`, also with "=" before it. */
function age(reader: RuleReader, { path }: Reference): Condition | undefined {
  const found = reader.take(/(?:=\s*)?<\s*(\d{1,3})\s+Jahren?\b/iy);
  return found ? { is: 'younger', path, years: Number(found[1]) } : undefined;
}

/** `= 001 "…" ODER 002 "…"`, `<> (001 UND 002)`, `Auswahl = 01`. */
function values(reader: RuleReader, about: Reference, context: Context): Condition | undefined {
  reader.take(/(?:Auswahl|Antwort)\b/iy);
  const isNot = reader.take(UNEQUAL) !== undefined;
  if (!isNot && !reader.take(EQUAL)) return undefined;
  const others = reader.take(/alle anderen möglichen Ausprägungen der Codeliste/iy);
  if (others) return isNot ? reader.fail() : allOthers(about, context);
  if (reader.take(/\(/y)) {
    const inside = list(reader, about, isNot ? AND : OR);
    if (!reader.take(/\)/y)) reader.fail();
    return oneOf(inside, isNot);
  }
  const found = isNot ? [reader.equal(about)] : list(reader, about, OR);
  const known = context.named.get(about.path) ?? [];
  context.named.set(about.path, [...known, ...found]);
  return oneOf(found, isNot);
}

/** Values joined by one word; what does not go on with a value belongs to what follows. */
function list(reader: RuleReader, about: Reference, between: RegExp): Condition[] {
  const found = [reader.equal(about)];
  for (;;) {
    const next = reader.attempt(() => (reader.take(between) ? valueOnly(reader, about) : reader.fail()));
    if (!next) return found;
    found.push(next);
  }
}

function valueOnly(reader: RuleReader, about: Reference): Condition {
  if (reader.take(/(?=[FG]\d{8}|=|<|!|das\b|die\b|in\b|im\b|Feld|Daten|Gruppe)/iy)) reader.fail();
  return reader.equal(about);
}

/** Every value that the rule has not named before. */
function allOthers({ path }: Reference, { named }: Context): Condition {
  const before = named.get(path) ?? [];
  if (before.length === 0) throw new Slip('"all others" without a value before it');
  return joined('and', [not({ is: 'empty', path }), ...before.map(not)]);
}

/** Reads `eines der Felder … mit "Ja" belegt ist`. */
export function oneOfFields(reader: RuleReader): Condition {
  if (!reader.take(/eines der (?:folgenden )?(?:Daten)?felder\b/iy)) reader.fail();
  const fields = reader.references(/,|oder\b|und\b/iy);
  if (!reader.take(/mit\b/iy)) reader.fail();
  const [first = reader.fail()] = fields;
  const value = reader.equal(first);
  if (value.is !== 'equal' || typeof value.value !== 'boolean') {
    const same = fields.slice(1).length === 0;
    if (!same) throw new Slip('several lists are compared with one value');
  }
  if (!reader.take(/belegt ist\b/iy)) reader.fail();
  return joined(
    'or',
    fields.map(({ path }) => ({ ...value, path }) as Condition),
  );
}
