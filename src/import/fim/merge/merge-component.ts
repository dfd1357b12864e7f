import { isDeepStrictEqual } from 'node:util';
import { isJson, type Json } from '../../form/convert/conversion.ts';

/** Properties that are a component's place, and not said by three versions of it. */
const PLACE = new Set(['key', 'components', 'columns', 'input']);
/** Objects to which editors add entries of their own. */
const JOINED = new Set(['validate', 'properties', 'errors', 'data']);
/** Words that fit whatever kind of field it is. */
const WORDS = new Set(['label', 'title', 'legend', 'description', 'errors']);

/** The changes of editors that a merge has met, by the name of the setting: `validate.maxLength`. */
export type Changes = {
  /** They stay; the schema has not changed there. */
  kept: string[];
  /** They stay, although the schema has changed there too. */
  both: string[];
};

/**
 * A component as editors have it, with what has changed in the schema since.
 * @param base as the last import wrote it; undefined where that is not known: then all of the editors' is kept
 * @param mine as editors have it; it is changed in place
 * @param theirs as the schema has it now
 */
export function mergeComponent(base: Json | undefined, mine: Json, theirs: Json): Changes {
  const changes: Changes = { kept: [], both: [] };
  const isOtherKind = base !== undefined && mine.type === base.type && theirs.type !== base.type;
  if (isOtherKind) becomes(mine, theirs);
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  for (const name of names) {
    if (PLACE.has(name)) continue;
    const value =
      isOtherKind && !WORDS.has(name)
        ? theirs[name]
        : merged(name, [base?.[name], mine[name], theirs[name]], base !== undefined, name, changes);
    if (value === undefined) delete mine[name];
    else mine[name] = value;
  }
  return changes;
}

/** Rows in place of a field, or the other way round. */
function becomes(mine: Json, theirs: Json): void {
  if (theirs.components === undefined) delete mine.components;
  else mine.components ??= structuredClone(theirs.components);
}

type Three = [base: unknown, mine: unknown, theirs: unknown];

function merged(
  name: string,
  [base, mine, theirs]: Three,
  hasBase: boolean,
  at: string,
  changes: Changes,
): unknown {
  if (isDeepStrictEqual(mine, theirs)) return mine;
  if (JOINED.has(name) && [base, mine, theirs].every((value) => value === undefined || isJson(value)))
    return joined([base, mine, theirs], hasBase, at, changes);
  if (name === 'values' && Array.isArray(mine) && Array.isArray(theirs))
    return options([Array.isArray(base) ? base : [], mine, theirs], hasBase, at, changes);
  const isEdited = hasBase ? !isDeepStrictEqual(mine, base) : mine !== undefined;
  if (!isEdited) return theirs;
  (hasBase && !isDeepStrictEqual(theirs, base) ? changes.both : changes.kept).push(at);
  return mine;
}

function joined(
  [base, mine, theirs]: Three,
  hasBase: boolean,
  at: string,
  changes: Changes,
): Json | undefined {
  const [was, here, there] = [base, mine, theirs].map((value) => (isJson(value) ? value : {})) as [
    Json,
    Json,
    Json,
  ];
  const names = [...new Set([...Object.keys(there), ...Object.keys(here)])];
  const entries = names.flatMap((name) => {
    const three: Three = [was[name], here[name], there[name]];
    const value = merged(name, three, hasBase, `${at}.${name}`, changes);
    return value === undefined ? [] : [[name, value] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Options are the same by their value. Those that editors took out stay out, and those that they added stay. */
function options([base, mine, theirs]: Three, hasBase: boolean, at: string, changes: Changes): Json[] {
  const [was, here, there] = [base, mine, theirs].map((list) => byValue(list as Json[]));
  const common = (theirs as Json[]).flatMap((option) => {
    const value = String(option.value);
    const [old, own] = [was?.get(value), here?.get(value)];
    if (!own) {
      if (!old) return [option];
      changes.kept.push(`${at}.${value}`);
      return [];
    }
    const copy = { ...own };
    const inside = mergeComponent(hasBase ? old : undefined, copy, option);
    changes.kept.push(...inside.kept.map((name) => `${at}.${value}.${name}`));
    changes.both.push(...inside.both.map((name) => `${at}.${value}.${name}`));
    return [copy];
  });
  const added = (mine as Json[]).filter(
    ({ value }) => !was?.has(String(value)) && !there?.has(String(value)),
  );
  changes.kept.push(...added.map(({ value }) => `${at}.${value}`));
  return [...common, ...added];
}

const byValue = (list: Json[]): Map<string, Json> =>
  new Map(list.map((option) => [String(option.value), option]));
