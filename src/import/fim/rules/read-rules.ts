import type { FimGroup, FimPath, FimRule, FimSchema } from '../model.ts';
import type { SchemaElements } from './elements.ts';
import { readProse } from './prose/prose.ts';
import type { ReadRule } from './rule.ts';
import { type TranslatedRules, translatedAt } from './translated.ts';

export type RuleOptions = {
  /** Letters of the Land for which rules count that differ by Land. */
  land?: string | undefined;
  translated?: TranslatedRules | undefined;
};

/**
 * The rules of a schema at each of their places, in document order. Where an element has translated rules, they count
 * instead of its prose.
 */
export function readRules(elements: SchemaElements, { land, translated }: RuleOptions = {}): ReadRule[] {
  const at = (owner: FimPath, element: { id: string; rules: readonly FimRule[] }): ReadRule[] => {
    const given = translated?.get(element.id);
    if (given) return translatedAt(given, owner, element.id, elements);
    return element.rules.map(({ id, name, text }) => readProse({ owner, id, name, text }, elements, land));
  };
  const inside = (owner: FimPath, { members }: FimSchema | FimGroup): ReadRule[] =>
    members.flatMap(({ element }) => {
      const path = owner === '' ? element.id : `${owner}.${element.id}`;
      return [...at(path, element), ...(element.kind === 'group' ? inside(path, element) : [])];
    });
  return [...at('', elements.schema), ...inside('', elements.schema)];
}

/** Translated rules of elements that the schema does not have. */
export function strangers(elements: SchemaElements, translated: TranslatedRules): string[] {
  const ids = new Set([elements.schema.id, ...elements.all().map(({ element }) => element.id)]);
  return [...translated.keys()].filter((id) => !ids.has(id));
}
