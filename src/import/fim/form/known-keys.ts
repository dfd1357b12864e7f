import { childrenOf, isField } from '#forms/components.ts';
import type { Component, FormDefinition } from '#forms/types.ts';
import type { ImportRecord } from '../record.ts';

/** All components of a form in their order. */
export function everyComponent(components: readonly Component[]): Component[] {
  return components.flatMap((component) => [component, ...everyComponent(childrenOf(component))]);
}

/** All keys of a form. */
export const keysOfForm = (form: FormDefinition | null): string[] =>
  everyComponent(form?.components ?? []).map(({ key }) => key);

/**
 * Keys that components of a form have, by what they stand for: as the last import gave them. Where an editor has given
 * a field another key, or the form was made by hand, its path in the schema tells what it stands for.
 */
export function knownKeys(form: FormDefinition | null, record: ImportRecord | null): Map<string, string> {
  const known = new Map(record?.keys);
  const inForm = new Set(keysOfForm(form));
  const given = new Set(known.values());
  const byPath = Map.groupBy(
    everyComponent(form?.components ?? []).filter(
      (component) => isField(component) && component.properties?.fim,
    ),
    ({ properties }) => properties?.fim ?? '',
  );
  for (const [path, components] of byPath) {
    const own = components.map(({ key }) => key).filter((key) => !given.has(key));
    const places = [...known].filter(([what, key]) => pathIn(what) === path && !inForm.has(key));
    own.forEach((key, index) => {
      const what =
        places[index]?.[0] ?? (known.has(path) ? undefined : index === 0 ? path : `${path}#${index + 1}`);
      if (what !== undefined) known.set(what, key);
    });
  }
  return known;
}

/** The path in the name of what a key is for: without the mark of a question, and of one of several. */
const pathIn = (what: string): string => what.replace(/[#/?![:].*$/, '');
