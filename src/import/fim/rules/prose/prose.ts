import { ALWAYS, type Condition, joined, not } from '../condition.ts';
import type { SchemaElements } from '../elements.ts';
import type { Clause, OwnedRule, ReadRule } from '../rule.ts';
import { sensible } from '../sense.ts';
import { type Context, condition, oneOfFields } from './conditions.ts';
import { isOfLand, landsHere } from './lands.ts';
import { RuleReader } from './reader.ts';
import { NotRead, Slip } from './scanner.ts';
import { predicate, type Said, statements } from './statements.ts';

/**
 * Reads a rule in prose: the whole text, or nothing of it.
 * @param land the letters of the Land whose part of a rule counts (`SH`); without, a rule that differs by Land is not read
 */
export function readProse(rule: OwnedRule, elements: SchemaElements, land?: string): ReadRule {
  if (rule.text.length > MOST_LETTERS)
    return { ...rule, reason: `it is longer than ${MOST_LETTERS} letters` };
  try {
    const reader = new RuleReader(rule.text, elements, rule.owner);
    const clauses = sentences(reader, land);
    for (const clause of clauses) if (clause.effect !== 'valid') sensible(clause.when);
    return { ...rule, clauses };
  } catch (error) {
    if (error instanceof NotRead) return { ...rule, reason: error.message };
    throw error;
  }
}

/** Most letters of a rule that is read; those of real schemas have 1,200 at most. */
const MOST_LETTERS = 5_000;

function sentences(reader: RuleReader, land: string | undefined): Clause[] {
  const found: Clause[] = [];
  const context: Context = { named: new Map() };
  let counts = true;
  let named: string[] = [];
  while (!reader.isAtEnd) {
    const lands = landsHere(reader);
    if (lands) {
      if (land === undefined) throw new Slip('it differs by Land: name yours with --land');
      counts = isOfLand(lands, land, named);
      named = lands === 'others' ? [] : [...named, ...lands];
      context.last = undefined;
    }
    const clauses = sentence(reader, context);
    if (counts) found.push(...clauses);
    while (reader.take(/[.,]/y));
  }
  if (found.length === 0 && counts) reader.fail();
  return found;
}

function sentence(reader: RuleReader, context: Context): Clause[] {
  const ways = [conditional, atLeastOne, exactlyOne, calendarDay, unconditional];
  for (const way of ways) {
    const found = reader.attempt(() => way(reader, context));
    if (found) return found;
  }
  // What a conditional sentence stumbles over says most.
  return /^(wenn|bei)\b/i.test(reader.rest) ? conditional(reader, context) : reader.fail();
}

/** `Wenn …, dann …, sonst …`. */
function conditional(reader: RuleReader, context: Context): Clause[] {
  if (!reader.take(/(?:wenn|bei)\b/iy)) reader.fail();
  const when = condition(reader, context);
  reader.take(/,/y);
  reader.take(/dann\b/iy);
  const said = statements(reader);
  const otherwise = reader.attempt(() => {
    reader.take(/[,.]/y);
    if (!reader.take(/(?:sonst|ansonsten)\b/iy)) reader.fail();
    return inverse(reader, said);
  });
  return [...clausesOf(said, when), ...clausesOf(otherwise ?? [], not(when))];
}

/** Reads what follows "sonst". */
function inverse(reader: RuleReader, said: readonly Said[]): Said[] {
  const shown = said.filter(({ effect }) => effect === 'show');
  const isAbout =
    reader.take(/zeige die (?:Felder|Gruppen|Datenfelder|Datenfeldgruppen) nicht an\b/iy) ??
    reader.take(/nicht(?=\.|$)/iy);
  if (!isAbout) return statements(reader);
  if (shown.length === 0) reader.fail();
  return shown.map(({ path }) => ({ effect: 'hide', path }));
}

const clausesOf = (said: readonly Said[], when: Condition): Clause[] =>
  said.map(({ effect, path }) => ({ effect, target: path, when }));

/** `Es muss mindestens eines der Felder … befüllt sein`, `Mindestens eines der Felder … muss den Wert "wahr" haben`. */
function atLeastOne(reader: RuleReader): Clause[] {
  const isFirst = reader.take(/Es muss\b/iy);
  if (!reader.take(/mindestens eine[sr]? der (?:Daten)?(?:felder|feldgruppen|gruppen)\b/iy)) reader.fail();
  const fields = reader.references(/,|oder\b/iy);
  if (isFirst ? reader.take(/befüllt (?:sein|werden)/iuy) : reader.take(/muss befüllt (?:sein|werden)/iuy))
    return [
      among(
        reader,
        'some',
        fields.map(({ path }) => path),
      ),
    ];
  if (isFirst || !reader.take(/muss den Wert\b/iy)) reader.fail();
  const [first = reader.fail()] = fields;
  const value = reader.equal(first);
  if (value.is !== 'equal' || value.value !== true || !reader.take(/haben\b/iy)) reader.fail();
  const paths = fields.map(({ path }) => path);
  for (const path of paths) {
    const element = reader.elements.at(path)?.element;
    if (element?.kind !== 'field' || element.type !== 'bool') throw new Slip(`${path} is not yes or no`);
  }
  return [
    {
      ...among(reader, 'some', paths),
      when: joined(
        'or',
        paths.map((path) => ({ is: 'equal', path, value: true })),
      ),
    },
  ];
}

/** `Es muss entweder … oder … befüllt werden`. */
function exactlyOne(reader: RuleReader): Clause[] {
  if (!reader.take(/Es muss entweder\b/iy) && !reader.take(/Entweder muss\b/iy)) reader.fail();
  const one = reader.reference();
  if (!reader.take(/oder\b/iy)) reader.fail();
  const other = reader.reference();
  if (!reader.take(/befüllt (?:sein|werden)/iuy)) reader.fail();
  return [among(reader, 'one', [one.path, other.path])];
}

function among(reader: RuleReader, is: 'some' | 'one', paths: string[]): Clause {
  const filled = paths.map((path) => not({ is: 'empty', path }));
  const [first = ALWAYS, second = ALWAYS] = filled;
  const when: Condition = is === 'some' ? joined('or', filled) : { is: 'xor', of: [first, second] };
  return { effect: 'valid', target: reader.owner, when, among: { is, paths } };
}

/** The rule of a date in three parts, which every schema words alike. */
function calendarDay(reader: RuleReader): Clause[] {
  if (!reader.take(/Wenn alle drei Felder\b/iy)) reader.fail();
  reader.references(/,|und\b/iy);
  const isKnown = reader.take(
    /befüllt sind, muss die Validität des sich ergebenden Kalenderdatums sichergestellt werden\. D\.h\. es muss z\.B\. [\d.]+ oder der [\d.]+ verhindert werden, da diese keine korrekten Datumsangaben sind/iuy,
  );
  if (!isKnown) reader.fail();
  return [{ effect: 'date', target: reader.owner, when: ALWAYS }];
}

/** `Das Datenfeld … muss befüllt werden`, with `wenn eines der Felder … mit "Ja" belegt ist` behind it. */
function unconditional(reader: RuleReader): Clause[] {
  const about = reader.references();
  const verb = reader.take(/(muss|müssen|darf|dürfen|ist|sind|wird|werden)\b/iuy)?.[1] ?? reader.fail();
  const said = predicate(reader, verb.toLowerCase(), about);
  const when = reader.attempt(() => {
    reader.take(/,/y);
    if (!reader.take(/wenn\b/iy)) reader.fail();
    return oneOfFields(reader);
  });
  return clausesOf(said, when ?? ALWAYS);
}
