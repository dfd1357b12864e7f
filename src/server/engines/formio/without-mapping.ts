import type { FormDefinition } from '#forms/types.ts';

const known = new WeakMap<FormDefinition, FormDefinition>();

/**
 * Returns the form without the places of its values in an authority's schema (`properties.fim`): the browser has no use
 * for them, and the form that a person has confirmed stays the same when an editor adds them.
 */
export function withoutMapping(form: FormDefinition): FormDefinition {
  const before = known.get(form);
  if (before) return before;
  const plain = JSON.parse(JSON.stringify(form, plainProperties)) as FormDefinition;
  known.set(form, plain);
  return plain;
}

function plainProperties(name: string, value: unknown): unknown {
  if (name !== 'properties' || typeof value !== 'object' || value === null) return value;
  const { fim: _, fimFile: __, ...rest } = value as Record<string, unknown>;
  return Object.keys(rest).length > 0 ? rest : undefined;
}
