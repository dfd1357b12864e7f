import { isGrid, rowsOf } from '#forms/components.ts';
import { isoDay } from '#forms/rules/day.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type { Evaluation, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import { dataSchema } from '#server/data-schemas/data-schema.ts';
import type { SchemaObject, SchemaValue } from '#server/data-schemas/value.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { leafValues } from './leaf-value.ts';
import { type DayPlan, type LeafPlan, type Plan, planOf, type RowsPlan } from './plan.ts';

/** `isSaid`: the person has answered something of it. A constant, and a box left empty, are no answer by themselves. */
type Filled = { value: SchemaValue; isSaid: boolean } | null;
/** The row that fields are read from, and the data path of what is in it. */
type Row = { values: FormData; prefix: string };
type Context = { hidden: ReadonlySet<string>; format: KeptSchema['mimeType'] };

/**
 * Returns an application's data in the notation of an authority's schema: the answers that count, each under the
 * element that its field names; nothing for questions that were not asked or answered, and no group without content
 * that may be left out.
 * @param data as stored
 */
export function inSchema(form: FormDefinition, kept: KeptSchema, data: FormData): string {
  return dataSchema(kept).write(filled(form, kept, evaluate(form, data)));
}

/** Returns the data by the names of the schema. */
export function filled(form: FormDefinition, kept: KeptSchema, { data, hidden }: Evaluation): SchemaObject {
  const context = { hidden, format: kept.mimeType };
  return ofChildren(planOf(form, kept).children, { values: data, prefix: '' }, context).value;
}

function ofChildren(plans: Plan[], row: Row, context: Context, isChoice = false) {
  const parts = plans.flatMap((plan) => {
    const part = fill(plan, row, context);
    return part === null ? [] : [{ name: plan.node.name, ...part }];
  });
  const said = parts.filter((part) => part.isSaid);
  // Of a choice, what was answered; a box that was left is an answer where nothing else can be one.
  const kept = !isChoice ? parts : said.length > 0 ? said : parts.slice(0, 1);
  const value: SchemaObject = Object.fromEntries(kept.map((part) => [part.name, part.value]));
  return { value, isSaid: said.length > 0 };
}

function fill(plan: Plan, row: Row, context: Context): Filled {
  switch (plan.kind) {
    case 'leaf':
      return ofLeaf(plan, row, context);
    case 'day':
      return ofDay(plan, row);
    case 'rows':
      return ofRows(plan, row, context);
    case 'group': {
      const group = ofChildren(plan.children, row, context, plan.node.choice !== null);
      return plan.node.isRequired || group.isSaid ? group : null;
    }
  }
}

function ofLeaf({ node, sources, constant }: LeafPlan, row: Row, context: Context): Filled {
  const { values, isSaid } = ofSources(node, sources, row, context);
  if (values.length === 0 && constant !== undefined) values.push(constant);
  if (node.isList) return values.length > 0 || node.isRequired ? { value: values, isSaid } : null;
  const [value] = values;
  return value === undefined ? null : { value, isSaid };
}

function ofSources(
  node: LeafPlan['node'],
  sources: LeafPlan['sources'],
  { values: row, prefix }: Row,
  { hidden, format }: Context,
) {
  const values: SchemaValue[] = [];
  let isSaid = false;
  for (const { placed, column } of sources) {
    const { component } = placed;
    if (column) {
      const cells = rowsOf(row[component.key]).map((cell) => cell[column.key]);
      const said = cells.flatMap((cell) => leafValues(node, column, cell, format));
      isSaid ||= said.length > 0;
      values.push(...said);
    } else if (component.type === 'checkbox') {
      if (hidden.has(prefix + component.key)) continue;
      const isTicked = row[component.key] === true;
      isSaid ||= isTicked;
      values.push(isTicked);
    } else {
      const said = leafValues(
        node,
        component as Exclude<typeof component, { addAnother: string }>,
        row[component.key],
        format,
      );
      isSaid ||= said.length > 0;
      values.push(...said);
    }
  }
  return { values, isSaid };
}

function ofDay({ node, sources, parts }: DayPlan, { values }: Row): Filled {
  for (const { component } of sources) {
    const [year, month, day] = (isoDay(textOf(values[component.key])) ?? '').split('-').map(Number);
    if (day === undefined) continue;
    const said: Record<string, number | undefined> = {
      [parts.day.name]: day,
      [parts.month.name]: month,
      [parts.year.name]: year,
    };
    // In the order of the schema, as everything is.
    const value = Object.fromEntries(node.children.map(({ name }) => [name, said[name] as number]));
    return { value, isSaid: true };
  }
  return node.isRequired ? { value: {}, isSaid: false } : null;
}

const textOf = (value: FormValue): string => (typeof value === 'string' ? value : '');

function ofRows({ node, rows }: RowsPlan, row: Row, context: Context): Filled {
  const values: SchemaValue[] = [];
  let isSaid = false;
  for (const { of, children } of rows) {
    const grid = of && isGrid(of.component) ? of.component : null;
    const isChoice = node.choice !== null;
    if (grid) {
      // A row that is there counts, also without an answer.
      for (const [index, inner] of rowsOf(row.values[grid.key]).entries()) {
        const prefix = `${row.prefix}${grid.key}[${index}].`;
        values.push(ofChildren(children, { values: inner, prefix }, context, isChoice).value);
        isSaid = true;
      }
    } else {
      const one = ofChildren(children, row, context, isChoice);
      isSaid ||= one.isSaid;
      if (one.isSaid || (of === null && node.isRequired && node.min > 0)) values.push(one.value);
    }
  }
  return values.length > 0 || node.isRequired ? { value: values, isSaid } : null;
}
