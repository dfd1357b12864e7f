import type { FormDefinition } from '#forms/types.ts';
import type { JsonPath } from '#server/content/load/json-file.ts';
import { normalPath, type SchemaLeaf } from '#server/data-schemas/node.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import type { AgreementFault } from './fault.ts';
import { valueFault } from './fits.ts';
import { leafFaults } from './leaf-faults.ts';
import { type Placed, placesOf } from './places.ts';
import { type Plan, planOf } from './plan.ts';
import { presenceFaults } from './presence.ts';

/**
 * Returns why answers that the form accepts would not fit the schema, as far as that shows without data: paths that the
 * schema does not have, types, limits, lists, and elements that may be missing or are there twice.
 */
export function agreementFaults(form: FormDefinition, kept: KeptSchema): AgreementFault[] {
  const plan = planOf(form, kept);
  return [
    ...plan.unused.map((placed) => strayFault(placed, kept, form)),
    ...plan.strange.map(
      (name): AgreementFault => ({
        of: 'entry',
        path: ['constants', name],
        reason: `${kept.file} has no such element`,
      }),
    ),
    ...plan.children
      .flatMap(leavesOf)
      .flatMap((leaf) => [
        ...(leaf.kind === 'leaf' ? constantFaults(leaf.node, kept, leaf.constant) : []),
        ...leafFaults(leaf, kept),
      ]),
    ...presenceFaults(form, plan.children),
  ];
}

const leavesOf = (plan: Plan): Exclude<Plan, { kind: 'group' | 'rows' }>[] => {
  if (plan.kind === 'group') return plan.children.flatMap(leavesOf);
  if (plan.kind === 'rows') return plan.rows.flatMap(({ children }) => children.flatMap(leavesOf));
  return [plan];
};

function strayFault({ path, fim, grid }: Placed, kept: KeptSchema, form: FormDefinition): AgreementFault {
  const place: JsonPath = [...path, 'properties', 'fim'];
  const group = placesOf(form).find((placed) => placed.component === grid);
  const reason =
    group && (group.fim === null || !fim?.startsWith(`${group.fim}.`))
      ? `${kept.file} has no ${fim} in a row of this group: give the group the path of a repeated group, and the field one in it`
      : `${kept.file} has no ${fim} here, or nothing can be written for it from this component`;
  return { of: 'form', path: place, reason };
}

const TYPES: Partial<Record<SchemaLeaf['type'], string>> = {
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
};

function constantFaults(
  node: SchemaLeaf,
  { file, constants }: KeptSchema,
  constant: string | number | boolean | undefined,
): AgreementFault[] {
  if (constant === undefined) return [];
  const wanted = TYPES[node.type] ?? 'string';
  const reason =
    typeof constant !== wanted || (node.type === 'integer' && !Number.isInteger(constant))
      ? `${file} wants a value of the type ${node.type}`
      : typeof constant === 'boolean'
        ? null
        : valueFault(node, constant);
  const key = Object.keys(constants).find((path) => normalPath(path) === node.path) ?? node.path;
  return reason === null ? [] : [{ of: 'entry', path: ['constants', key], reason }];
}
