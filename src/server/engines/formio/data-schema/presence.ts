import { isGrid } from '#forms/components.ts';
import { fewestRows } from '#forms/data.ts';
import type { FormDefinition, GridComponent } from '#forms/types.ts';
import type { SchemaNode } from '#server/data-schemas/node.ts';
import { type AgreementFault, faultOf, told } from './fault.ts';
import { MAX_ROWS } from './leaf-faults.ts';
import type { Placed } from './places.ts';
import type { Plan, RowsPlan } from './plan.ts';
import { type Case, createProbe, type Probe } from './probe.ts';
import { certainly, excludes, fillersOf, holds, occasions, type Sent, surely } from './sure.ts';

type Context = { probe: Probe; sent: Sent; faults: AgreementFault[] };

/** Returns elements that the schema requires and that the form may leave out, and those that may be there twice. */
export function presenceFaults(form: FormDefinition, plans: Plan[]): AgreementFault[] {
  const faults: AgreementFault[] = [];
  const context: Context = { probe: createProbe(form), sent: { by: null, row: null }, faults };
  for (const plan of plans) visit(plan, context);
  return faults;
}

function visit(plan: Plan, context: Context): void {
  const { node } = plan;
  switch (plan.kind) {
    case 'leaf': {
      const places = plan.sources.map(({ placed }) => placed);
      if (!node.isList) alone(node, places, context);
      if (plan.constant === undefined) needed(plan, context);
      return;
    }
    case 'day':
      alone(node, plan.sources, context);
      if (node.isRequired) needed(plan, context);
      return;
    case 'group': {
      const sent: Sent = node.isRequired ? context.sent : { ...context.sent, by: fillersOf(plan) };
      if (sent.by?.length === 0) return;
      if (plan.node.choice !== null) oneOf(plan, { ...context, sent });
      for (const child of plan.children) visit(child, { ...context, sent });
      return;
    }
    case 'rows':
      rows(plan, context);
  }
}

/** An element that has to be there whenever its group is. */
function needed(plan: Extract<Plan, { kind: 'leaf' | 'day' }>, { probe, sent, faults }: Context): void {
  const { node } = plan;
  const least = node.isRequired ? (node.isList ? node.min : 1) : 0;
  const own: Placed[] = plan.kind === 'leaf' ? plan.sources.map(({ placed }) => placed) : plan.sources;
  // A list that may be left out, but has more than one entry when it is there.
  const ofList = !node.isRequired && node.isList && node.min > 1 ? node.min : 0;
  if (least === 0 && ofList === 0) return;
  const [first] = own;
  const blame = (reason: string) => faults.push(faultOf(node, first, reason));
  if (!first) {
    if (least > 0)
      blame('the schema requires it, and no field of the form names it (properties.fim), nor a constant');
    return;
  }
  const blank = blankColumn(plan);
  if (blank !== null) {
    blame(blank);
    return;
  }
  const wanted = least > 0 ? least : ofList;
  // One entry of a list is an occasion for the others, also where it alone makes its group be there.
  const entries = least > 0 && (sent.by === null || least === 1) ? [] : own;
  for (const occasion of [...(least > 0 ? occasions(sent, own) : []), ...entries]) {
    const isEntry = own.includes(occasion!);
    const left = own.filter((placed) => placed !== occasion);
    if (!isEntry && certainly(own, sent, occasion) >= least) continue;
    const isEnough = (one: Case) => surely(left, one) + (isEntry ? 1 : 0) >= wanted;
    const verdict = holds(probe, { sent, about: own, occasion }, isEnough);
    if (verdict === true) continue;
    const when = occasion === null ? '' : ` when "${labelOf(occasion)}" is answered`;
    const what = wanted > 1 ? `the schema requires ${wanted} entries` : 'the schema requires it';
    blame(
      verdict === null
        ? `${what}${when}, and too many conditions decide whether it is asked: give it the condition of its group alone`
        : `${what}${when}, and the form may leave it out there: make it required, and show it always or under the condition of the whole group`,
    );
    return;
  }
}

/** A group with one field is a list without its empty cells: a required one has none. */
function blankColumn(plan: Plan): string | null {
  if (plan.kind !== 'leaf') return null;
  const blank = plan.sources.some(({ column }) => column && !column.validate?.required);
  return blank ? 'its entries are required, so the field in the group has to be' : null;
}

const labelOf = ({ component }: Placed): string => component.label;

/** Fields for one value exclude each other by their conditions. */
function alone(node: SchemaNode, fields: readonly Placed[], context: Context): void {
  for (const [index, one] of fields.entries()) {
    for (const other of fields.slice(index + 1)) {
      if (excludes(context, [one], [other])) continue;
      const reason = `"${labelOf(one)}" has the same element, which may be there once: only one of them may be asked`;
      context.faults.push({
        of: 'form',
        path: [...other.path, 'properties', 'fim'],
        reason: told(node, reason),
      });
      return;
    }
  }
}

/** Of a choice, one element is asked for; where one has to be there, always one. */
function oneOf(plan: Extract<Plan, { kind: 'group' }>, context: Context): void {
  const { node } = plan;
  const members = plan.children.map(fillersOf).filter((fillers) => fillers.length > 0);
  const [first] = members.flat();
  for (const [index, some] of members.entries()) {
    for (const others of members.slice(index + 1)) {
      if (excludes(context, some, others)) continue;
      const [place] = others;
      const reason = `the schema takes one of its elements, and "${labelOf(some[0]!)}" can be answered together with this: only one of them may be asked`;
      context.faults.push({ of: 'form', path: place!.path, reason: told(node, reason) });
      return;
    }
  }
  if (node.choice !== 'one') return;
  const all = members.flat();
  const { probe, sent } = context;
  const isSure = occasions(sent, all).every(
    (occasion) => holds(probe, { sent, about: all, occasion }, (one) => surely(all, one) > 0) === true,
  );
  if (isSure) return;
  const reason = 'the schema requires one of its elements, and the form may leave all out';
  context.faults.push(faultOf(node, first, reason));
}

/** Rows that may be fewer than an element has when it is there. */
function tooFewRows(
  grids: readonly Placed<GridComponent>[],
  node: SchemaNode,
  faults: AgreementFault[],
): void {
  const reason = `the schema takes ${node.min} entries or more: write "minLength": ${node.min}`;
  for (const { component, path } of grids)
    if (fewestRows(component) < node.min) faults.push({ of: 'form', path, reason: told(node, reason) });
}

/** The rows of a repeated group: how many there may be, and what is in each. */
function rows(plan: RowsPlan, context: Context): void {
  const { node } = plan;
  const { faults, probe, sent } = context;
  const grids = plan.rows.flatMap(({ of }) =>
    of && isGrid(of.component) ? [of as Placed<GridComponent>] : [],
  );
  const sets = plan.rows.filter(({ of }) => !of || !isGrid(of.component));
  const [first] = [
    ...grids,
    ...sets.flatMap(({ of, children }) => (of ? [of] : children.flatMap(fillersOf))),
  ];
  const blame = (reason: string) => faults.push(faultOf(node, first, reason));
  const most =
    grids.reduce((sum, { component }) => sum + (component.validate?.maxLength ?? MAX_ROWS), 0) + sets.length;
  if (node.max !== null && most > node.max && first)
    blame(
      `the schema takes ${node.max} entries, and the form lets people give ${most}: write "maxLength": ${node.max}`,
    );
  const least = node.isRequired ? node.min : 0;
  if (least > 0) {
    const own = [...grids, ...sets.map(({ children }) => children.flatMap(fillersOf))];
    const isImplicit = sets.some(({ of }) => of === null);
    const countOf = (part: Placed | Placed[], one: Case, occasion: Placed | null): number => {
      if (!Array.isArray(part)) return surely([part], one);
      return part.includes(occasion!) ? 1 : Math.min(surely(part, one), 1);
    };
    // Fields that stand in the form like those of a single group are written as one entry in any case.
    const isRight = (occasion: Placed | null) => (one: Case) => {
      const count = own.reduce((sum, part) => sum + countOf(part, one, occasion), 0);
      return (isImplicit ? Math.max(count, 1) : count) >= least;
    };
    // One entry is an occasion for the others, also where it alone makes its group be there.
    const areOccasions = sent.by !== null && least > 1;
    const entries = areOccasions ? sets.flatMap(({ children }) => children.flatMap(fillersOf)) : [];
    if (areOccasions) tooFewRows(grids, node, faults);
    for (const occasion of [...occasions(sent, own.flat()), ...entries]) {
      const verdict = holds(probe, { sent, about: own.flat(), occasion }, isRight(occasion));
      if (verdict === true) continue;
      blame(
        `the schema requires ${least} or more entries, and the form may have fewer: make the group required, or write "minLength": ${least}`,
      );
      break;
    }
  } else if (node.min > 1) tooFewRows(grids, node, faults);
  for (const { of, children } of plan.rows) {
    const isRow = of !== null && isGrid(of.component);
    const isAlways = of === null && node.isRequired && node.min > 0;
    const by = isRow ? null : isAlways ? sent.by : children.flatMap(fillersOf);
    if (by?.length === 0) continue;
    const inside: Sent = { by, row: isRow ? of : sent.row };
    if (node.choice !== null) oneOf({ kind: 'group', node, children }, { ...context, sent: inside });
    for (const child of children) visit(child, { ...context, sent: inside });
  }
}
