import { germanDay } from '#domain/german-time.ts';
import { optionsOf } from '#forms/components.ts';
import { MAX_FILES } from '#forms/files.ts';
import { limitDay } from '#forms/rules/day.ts';
import type { ComponentOf } from '#forms/types.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { type AgreementFault, told } from './fault.ts';
import { misfits } from './fits.ts';
import type { Placed } from './places.ts';
import type { DayPlan, LeafPlan, Source } from './plan.ts';

/** Rows of a group without a limit of its own. */
export const MAX_ROWS = 100;

/** Returns where values of an element's fields may not fit it, or may be too many. */
export function leafFaults(plan: LeafPlan | DayPlan, kept: KeptSchema): AgreementFault[] {
  if (plan.kind === 'day') return plan.sources.flatMap((placed) => dayFaults(placed, plan));
  const { node, sources } = plan;
  return [
    ...sources.flatMap((source): AgreementFault[] => {
      const { placed, column } = source;
      const field = column ?? placed.component;
      const path = column ? [...placed.path, 'components', 0] : placed.path;
      if (column && !node.isList)
        return [
          {
            of: 'form',
            path: [...placed.path, 'type'],
            reason: told(node, 'the schema takes one value only'),
          },
        ];
      return misfits(node, field as Exclude<typeof field, { addAnother: string }>, kept.mimeType).map(
        (misfit): AgreementFault => ({
          of: 'form',
          path: [...path, ...misfit.path],
          reason: told(node, misfit.reason),
        }),
      );
    }),
    ...countFaults(plan),
  ];
}

function countFaults({ node, sources }: LeafPlan): AgreementFault[] {
  const { max, isList } = node;
  const [first] = sources;
  if (!isList || max === null || !first) return [];
  const most = sources.reduce((sum, source) => sum + mostOf(source), 0);
  if (most <= max) return [];
  return [
    {
      of: 'form',
      path: first.placed.path,
      reason: told(node, `the schema takes ${max}, and the form lets people give ${most}`),
    },
  ];
}

/** The most values that a field can have. */
export function mostOf({ placed: { component }, column }: Source): number {
  if (column && 'addAnother' in component) return component.validate?.maxLength ?? MAX_ROWS;
  if (component.type === 'selectboxes') return optionsOf(component)?.length ?? 0;
  return component.type === 'file' && component.multiple ? MAX_FILES : 1;
}

/** The parts of a complete day that exists fit, except for years. */
function dayFaults(
  { component, path }: Placed<ComponentOf<'day'>>,
  { node, parts }: DayPlan,
): AgreementFault[] {
  const { minimum, maximum } = parts.year.limits;
  const today = germanDay(new Date());
  const yearOf = (limit: string | undefined) =>
    limit === undefined ? undefined : Number(limitDay(limit, today)?.slice(0, 4));
  const faults: AgreementFault[] = [];
  const add = (key: 'minDate' | 'maxDate', reason: string) =>
    faults.push({ of: 'form', path: [...path, key], reason: told(node, reason) });
  if (minimum !== undefined && (yearOf(component.minDate) ?? 1000) < minimum)
    add('minDate', `the schema takes years from ${minimum}: write "minDate": "${minimum}-01-01"`);
  if (maximum !== undefined && (yearOf(component.maxDate) ?? 9999) > maximum)
    add('maxDate', `the schema takes years up to ${maximum}: write "maxDate", for example "moment()"`);
  return faults;
}
