import { fieldsOf, isField, isGrid } from '#forms/components.ts';
import type { ComponentOf, FormDefinition, GridComponent, ValueField } from '#forms/types.ts';
import { dataSchema } from '#server/data-schemas/data-schema.ts';
import {
  nodesOf,
  normalPath,
  type SchemaGroup,
  type SchemaLeaf,
  type SchemaNode,
} from '#server/data-schemas/node.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { type Placed, placesOf } from './places.ts';

/** Where the values of an element come from. */
export type Plan = LeafPlan | DayPlan | GroupPlan | RowsPlan;

/** Fields in the order of the form: `column` is the only field of a repeating group with one value in each row. */
export type Source =
  | { placed: Placed<ValueField>; column?: undefined }
  | { placed: Placed<GridComponent>; column: ValueField };
export type LeafPlan = {
  kind: 'leaf';
  node: SchemaLeaf;
  sources: Source[];
  constant?: string | number | boolean;
};
/** A day that the schema wants as three numbers. */
export type DayPlan = {
  kind: 'day';
  node: SchemaGroup;
  sources: Placed<ComponentOf<'day'>>[];
  parts: DayParts;
};
export type DayParts = Record<'day' | 'month' | 'year', SchemaLeaf>;
export type GroupPlan = { kind: 'group'; node: SchemaGroup; children: Plan[] };
/**
 * A group that is repeated: the rows of a repeating group of the form, or of other components that have its path, one
 * row each. Null: the fields stand in the form like those of a group that is not repeated, and are the only row.
 */
export type RowsPlan = { kind: 'rows'; node: SchemaGroup; rows: { of: Placed | null; children: Plan[] }[] };

export type FormPlan = {
  children: Plan[];
  /** Components with a path that nothing is taken from. */
  unused: Placed[];
  /** Paths of constants that are no element. */
  strange: string[];
};

const known = new WeakMap<FormDefinition, WeakMap<KeptSchema, FormPlan>>();

/** Returns where the data of a schema comes from in a form; made once for each pair of them. */
export function planOf(form: FormDefinition, kept: KeptSchema): FormPlan {
  const plans = known.get(form) ?? new WeakMap<KeptSchema, FormPlan>();
  known.set(form, plans);
  const plan = plans.get(kept) ?? planAnew(form, kept);
  plans.set(kept, plan);
  return plan;
}

function planAnew(form: FormDefinition, kept: KeptSchema): FormPlan {
  const { root } = dataSchema(kept);
  const nodes = nodesOf(root);
  const groups = new Set(nodes.filter((node) => node.kind === 'group').map(({ path }) => path));
  const repeated = new Set(
    nodes.filter((node) => node.kind === 'group' && node.isList).map(({ path }) => path),
  );
  const constants = new Map(
    Object.entries(kept.constants).map(([path, value]) => [normalPath(path), value] as const),
  );
  const places = placesOf(form);
  const isScope = ({ component, fim }: Placed) =>
    isGrid(component) || (!isField(component) && fim !== null && repeated.has(fim));
  const scopeOf = ({ parents }: Placed) => parents.findLast(isScope) ?? null;
  const used = new Set<Placed>();

  const within = (scope: Placed | null, path: string) =>
    places.filter((placed) => placed.fim === path && scopeOf(placed) === scope);
  const plan = (node: SchemaNode, scope: Placed | null): Plan => {
    const here = within(scope, node.path);
    if (node.kind === 'leaf') {
      const constant = constants.get(node.path);
      const sources = here.flatMap((placed): Source[] => sourceOf(placed));
      for (const { placed } of sources) used.add(placed);
      return { kind: 'leaf', node, sources, ...(constant !== undefined && { constant }) };
    }
    if (!node.isList) {
      const parts = dayPartsOf(node);
      const days = here.filter(
        (placed): placed is Placed<ComponentOf<'day'>> => placed.component.type === 'day',
      );
      if (parts && days.length > 0) {
        for (const day of days) used.add(day);
        return { kind: 'day', node, sources: days, parts };
      }
      return { kind: 'group', node, children: node.children.map((child) => plan(child, scope)) };
    }
    const containers = here.filter(isScope);
    for (const container of containers) used.add(container);
    const rows = (containers.length > 0 ? containers : [null]).map((of) => ({
      of,
      children: node.children.map((child) => plan(child, of ?? scope)),
    }));
    return { kind: 'rows', node, rows };
  };
  const children = root.children.map((child) => plan(child, null));
  return {
    children,
    // Layout that names a group says where its fields belong, and has no value.
    unused: places.filter(
      (placed) =>
        placed.fim !== null && !used.has(placed) && (isField(placed.component) || !groups.has(placed.fim)),
    ),
    strange: Object.keys(kept.constants).filter(
      (path) => !nodes.some((node) => node.kind === 'leaf' && node.path === normalPath(path)),
    ),
  };
}

function sourceOf(placed: Placed): Source[] {
  const { component } = placed;
  if (!isField(component)) return [];
  if (!isGrid(component)) return [{ placed: placed as Placed<ValueField> }];
  const [column, ...more] = fieldsOf(component.components);
  return column && more.length === 0
    ? [{ placed: placed as Placed<GridComponent>, column: column as ValueField }]
    : [];
}

/** FIM's building block for a day of birth that may be known in parts (G60000000083). */
const PARTS = { day: 'F60000000231', month: 'F60000000232', year: 'F60000000233' } as const;

function dayPartsOf({ children }: SchemaGroup): DayParts | null {
  const part = (id: string) =>
    children.find(
      (child): child is SchemaLeaf => child.kind === 'leaf' && child.id === id && child.type === 'integer',
    );
  const [day, month, year] = [part(PARTS.day), part(PARTS.month), part(PARTS.year)];
  return day && month && year && children.length === 3 ? { day, month, year } : null;
}
