import { isField, isGrid } from '#forms/components.ts';
import { fewestRows } from '#forms/data.ts';
import type { FormDefinition, FormValue, GridComponent, ValueField } from '#forms/types.ts';
import type { SchemaNode } from '#server/data-schemas/node.ts';
import type { AgreementFault } from './agreement.ts';
import { candidates } from './answers.ts';
import { MAX_ROWS, told } from './leaf-faults.ts';
import type { Placed } from './places.ts';
import type { Plan, RowsPlan } from './plan.ts';
import { type Case, createProbe, type Probe } from './probe.ts';

/**
 * When the elements of a group are written: always, or as soon as one of these components has something; in both cases
 * only where `row` is there, if they stand in a repeating group.
 */
type Sent = { by: Placed[] | null; row: Placed | null };
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
    case 'leaf':
      if (plan.constant === undefined || plan.sources.length > 0) {
        if (!node.isList)
          alone(
            node,
            plan.sources.map(({ placed }) => placed),
            context,
          );
      }
      if (plan.constant === undefined) needed(plan, context);
      return;
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

/** Components that make an element be written when they have something. */
function fillersOf(plan: Plan): Placed[] {
  switch (plan.kind) {
    case 'leaf':
      return plan.sources.map(({ placed }) => placed);
    case 'day':
      return plan.sources;
    case 'group':
      return plan.children.flatMap(fillersOf);
    case 'rows':
      return plan.rows.flatMap(({ of, children }) =>
        of && isGrid(of.component) ? [of] : children.flatMap(fillersOf),
      );
  }
}

/** How many entries of an element a case is sure to have; 0 where the person may leave all out. */
function surely(fillers: readonly Placed[], one: Case): number {
  let count = 0;
  for (const placed of fillers) {
    if (!one.isShown(placed)) continue;
    const { component } = placed;
    if (component.type === 'checkbox') count += 1;
    else if (isField(component) && isGrid(component))
      count += one.isRefused(placed) ? fewestRows(component) : 0;
    else if (one.isRefused(placed) || hasValue(one.valueOf(placed))) count += 1;
  }
  return count;
}

const hasValue = (value: FormValue): boolean => {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.values(value).some(Boolean);
};

/** What a person may do that makes the group be written: each of its questions answered alone, or nothing at all. */
function occasions({ by }: Sent, own: readonly Placed[]): (Placed | null)[] {
  return by === null ? [null] : by.filter((placed) => !own.includes(placed));
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
  const blame = (reason: string) =>
    faults.push(
      first
        ? { of: 'form', path: first.path, reason: told(node, reason) }
        : { of: 'entry', path: [], reason: told(node, reason) },
    );
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
  for (const occasion of least > 0 ? occasions(sent, own) : own) {
    const wanted = least > 0 ? least : ofList;
    const left = least > 0 ? own : own.filter((placed) => placed !== occasion);
    if (least > 0 && certainly(own, sent, occasion) >= least) continue;
    const isEnough = (one: Case) => surely(left, one) + (least > 0 ? 0 : 1) >= wanted;
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

/**
 * How many entries are there whatever is answered: fields that have to be answered, and are asked under no condition
 * that the occasion does not have. Most forms need no more to be said about them.
 */
function certainly(own: readonly Placed[], { row }: Sent, occasion: Placed | null): number {
  const given = new Set(occasion ? conditionsOf(occasion, row) : []);
  return own.reduce((sum, placed) => {
    const { component } = placed;
    if (!isField(component) || conditionsOf(placed, row).some((condition) => !given.has(condition)))
      return sum;
    if (isGrid(component)) return sum + fewestRows(component);
    return component.type === 'checkbox' || component.validate?.required ? sum + 1 : sum;
  }, 0);
}

/** The conditions under which a component is asked, in a row those within the row. */
const conditionsOf = (placed: Placed, row: Placed | null): string[] =>
  [...placed.parents, placed]
    .filter(
      ({ component }) =>
        row === null ||
        (component !== row.component && !row.parents.some((one) => one.component === component)),
    )
    .flatMap(({ component }) => (component.conditional ? [JSON.stringify(component.conditional)] : []));

/** A group with one field is a list without its empty cells: a required one has none. */
function blankColumn(plan: Plan): string | null {
  if (plan.kind !== 'leaf') return null;
  const blank = plan.sources.some(({ column }) => column && !column.validate?.required);
  return blank ? 'its entries are required, so the field in the group has to be' : null;
}

const labelOf = ({ component }: Placed): string => component.label;

/**
 * Whether something holds in every case in which a group is written; null where there are too many cases.
 * @param occasion the question that is answered, or null where the group is always written
 */
function holds(
  probe: Probe,
  { sent, about, occasion }: { sent: Sent; about: readonly Placed[]; occasion: Placed | null },
  isRight: (one: Case) => boolean,
): boolean | null {
  const row = sent.row ? [sent.row] : [];
  const answer = occasion ? sampleOf(occasion) : undefined;
  const isFree = occasion !== null && answer !== undefined;
  const asked = [...about, ...(occasion ? [occasion] : []), ...row];
  const plain = probe.cases(asked);
  const controls = plain === null ? null : plain;
  const cases = isFree ? probe.cases(asked, new Map([[occasion, answer]])) : controls;
  if (cases === null || controls === null) return null;
  // The question may itself decide what is shown: then its answers are among the cases.
  const all = isFree ? [...cases, ...controls.filter((one) => hasValue(one.valueOf(occasion)))] : cases;
  return all.every((one) => {
    if (sent.row && !one.isShown(sent.row)) return true;
    if (occasion && !one.isShown(occasion)) return true;
    return isRight(one);
  });
}

function sampleOf({ component }: Placed): FormValue {
  if (!isField(component)) return undefined;
  if (isGrid(component)) return [{}];
  return candidates(component as ValueField, 'least')[0];
}

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

/** Whether components are never shown together. */
function excludes({ probe, sent }: Context, some: readonly Placed[], others: readonly Placed[]): boolean {
  const cases = probe.cases([...some, ...others, ...(sent.row ? [sent.row] : [])]);
  return (
    cases?.every(
      (one) => !some.some((placed) => one.isShown(placed)) || !others.some((placed) => one.isShown(placed)),
    ) ?? false
  );
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
  const reason = told(node, 'the schema requires one of its elements, and the form may leave all out');
  context.faults.push(first ? { of: 'form', path: first.path, reason } : { of: 'entry', path: [], reason });
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
  const blame = (reason: string) =>
    faults.push(
      first
        ? { of: 'form', path: first.path, reason: told(node, reason) }
        : { of: 'entry', path: [], reason: told(node, reason) },
    );
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
    const count = (one: Case) =>
      own.reduce(
        (sum, part) => sum + (Array.isArray(part) ? Math.min(surely(part, one), 1) : surely([part], one)),
        0,
      );
    // Fields that stand in the form like those of a single group are written as one entry in any case.
    const isRight = (one: Case) => (isImplicit ? Math.max(count(one), 1) : count(one)) >= least;
    for (const occasion of occasions(sent, own.flat())) {
      const verdict = holds(probe, { sent, about: own.flat(), occasion }, isRight);
      if (verdict === true) continue;
      blame(
        `the schema requires ${least} or more entries, and the form may have fewer: make the group required, or write "minLength": ${least}`,
      );
      break;
    }
  } else if (node.min > 1) {
    for (const { component, path } of grids) {
      if (fewestRows(component) < node.min)
        faults.push({
          of: 'form',
          path,
          reason: told(node, `the schema takes ${node.min} entries or more: write "minLength": ${node.min}`),
        });
    }
  }
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
