import * as z from 'zod';
import { faultLines } from '#server/content/fault-lines.ts';
import { checkJson, readJson } from '#server/content/load/json-file.ts';
import { ImportRefused } from '../../refused.ts';
import type { FimPath } from '../model.ts';
import { ALWAYS, type Condition, joined, not } from './condition.ts';
import { longId, type SchemaElements } from './elements.ts';
import { NotRead, Slip } from './prose/scanner.ts';
import type { Clause, OwnedRule, ReadRule } from './rule.ts';
import { sensible } from './sense.ts';
import { knownValue } from './values.ts';

const IDS = /^(self\.)?[FG](\d{8}|\d{11})(\.[FG](\d{8}|\d{11}))*$/;
const NAMES = 'ids joined by dots: self.G00000000001.F60000000243';

type Named = { identifier: string };
type Literal = string | number | boolean;
type Tree =
  | true
  | Named
  | { equal: [Named, Literal] }
  | { not_equal: [Named, Literal] }
  | { not: Tree }
  | { and: Tree[] }
  | { or: Tree[] }
  | { xor: [Tree, Tree] }
  | { is_empty: Named };

/** A condition tree; every fault is at its own place. */
const tree = z.custom<Tree>().superRefine((value, context) => {
  for (const { path, message } of faultsOf(value)) context.addIssue({ code: 'custom', path, message });
});

type TreeFault = { path: (string | number)[]; message: string };

function faultsOf(value: unknown): TreeFault[] {
  if (value === true) return [];
  const [name, ...others] = isObject(value) ? Object.keys(value) : [];
  if (name === undefined || others.length > 0)
    return [{ path: [], message: 'a condition is true, or an object with one operator' }];
  const given = (value as Record<string, unknown>)[name];
  const inside = (faults: TreeFault[], ...at: (string | number)[]) =>
    faults.map(({ path, message }) => ({ path: [name, ...at, ...path], message }));
  switch (name) {
    case 'identifier':
      return identifierFaults(value);
    case 'is_empty':
      return inside(identifierFaults(given));
    case 'not':
      return inside(faultsOf(given));
    case 'equal':
    case 'not_equal':
      if (!Array.isArray(given) || given.length !== 2 || !isLiteral(given[1]))
        return inside([{ path: [], message: 'an identifier and a text, a number, true or false' }]);
      return inside(identifierFaults(given[0]), 0);
    case 'and':
    case 'or':
    case 'xor': {
      const isRight = Array.isArray(given) && (name === 'xor' ? given.length === 2 : given.length > 0);
      if (!isRight)
        return inside([{ path: [], message: name === 'xor' ? 'two conditions' : 'a list of conditions' }]);
      return (given as unknown[]).flatMap((part, index) => inside(faultsOf(part), index));
    }
    default:
      return inside([{ path: [], message: `"${name}" is no operator that is known` }]);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isLiteral = (value: unknown): value is Literal =>
  ['string', 'number', 'boolean'].includes(typeof value);

const identifierFaults = (value: unknown): TreeFault[] =>
  isObject(value) &&
  Object.keys(value).length === 1 &&
  typeof value.identifier === 'string' &&
  IDS.test(value.identifier)
    ? []
    : [{ path: [], message: `{"identifier": …} with ${NAMES}` }];

const rule = z.strictObject({
  effect: z.enum(['require', 'forbid', 'valid'], 'an effect is require, forbid or valid'),
  target: z.string().regex(IDS, NAMES).nullish(),
  message: z.string(),
  condition: tree,
});
const list = z.array(rule);
const byElement = z.record(z.string().regex(/^[SGF](\d{8}|\d{11})$/, 'the id of an element'), list);

type Rule = z.infer<typeof rule>;

/** Translated rules by the id of the element that owns them. */
export type TranslatedRules = ReadonlyMap<string, readonly Rule[]>;

/**
 * Reads rules that the FIM portal has translated: the answer for the schema itself, or an object with the answers for
 * several elements by their id.
 * @throws ImportRefused with all faults and their lines
 */
export function translatedRules(name: string, text: string, schemaId: string): TranslatedRules {
  const read = readJson(name, text);
  if ('faults' in read) throw new ImportRefused(faultLines(read.faults));
  const checked = Array.isArray(read.json.value)
    ? checkJson(
        read.json,
        list.transform((rules) => ({ [schemaId]: rules })),
      )
    : checkJson(read.json, byElement);
  if ('faults' in checked) throw new ImportRefused(faultLines(checked.faults));
  return new Map(Object.entries(checked.value).map(([id, rules]) => [longId(id), rules]));
}

/** The translated rules of an element at one of its places, each understood or left with a reason. */
export function translatedAt(
  rules: readonly Rule[],
  owner: FimPath,
  id: string,
  elements: SchemaElements,
): ReadRule[] {
  return rules.map((one, index) => {
    const owned: OwnedRule = { owner, id: `${id}, ${index + 1}`, name: one.effect, text: one.message };
    try {
      return { ...owned, clauses: [clauseOf(one, owner, elements)] };
    } catch (error) {
      if (error instanceof NotRead) return { ...owned, reason: error.message };
      throw error;
    }
  });
}

function clauseOf(
  { effect, target, message, condition }: Rule,
  owner: FimPath,
  elements: SchemaElements,
): Clause {
  const when = conditionOf(condition, owner, elements);
  if (effect === 'valid') return { effect, target: owner, when, message };
  if (target == null) throw new Slip('it names no element');
  sensible(when);
  return {
    effect: effect === 'forbid' ? 'hide' : 'require',
    target: pathOf(target, owner, elements),
    when,
    message,
  };
}

/** `self` is the owner: a path from it, and no other. */
function pathOf(name: string, owner: FimPath, elements: SchemaElements): FimPath {
  const ids = name
    .replace(/^self\./, '')
    .split('.')
    .map(longId)
    .join('.');
  const path = owner === '' ? ids : `${owner}.${ids}`;
  if (elements.at(path)) return path;
  const meant = elements.meant(ids, owner);
  if ('reason' in meant) throw new Slip(meant.reason);
  return meant.path;
}

function conditionOf(given: Tree, owner: FimPath, elements: SchemaElements): Condition {
  const inner = (part: Tree) => conditionOf(part, owner, elements);
  if (given === true) return ALWAYS;
  if ('identifier' in given) return equal(given, true, owner, elements);
  if ('equal' in given) return equal(given.equal[0], given.equal[1], owner, elements);
  if ('not_equal' in given) return not(equal(given.not_equal[0], given.not_equal[1], owner, elements));
  if ('is_empty' in given) return { is: 'empty', path: pathOf(given.is_empty.identifier, owner, elements) };
  if ('not' in given) return not(inner(given.not));
  if ('and' in given) return joined('and', given.and.map(inner));
  if ('or' in given) return joined('or', given.or.map(inner));
  return { is: 'xor', of: [inner(given.xor[0]), inner(given.xor[1])] };
}

function equal(
  { identifier: name }: Named,
  value: Literal,
  owner: FimPath,
  elements: SchemaElements,
): Condition {
  const path = pathOf(name, owner, elements);
  const element = elements.at(path)?.element;
  if (element?.kind !== 'field') throw new Slip(`${path} is a group, which has no value`);
  const known = knownValue(element, elements.optionsOf(element), value);
  if ('reason' in known) throw new Slip(known.reason);
  return { is: 'equal', path, value: known.value };
}
