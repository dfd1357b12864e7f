import { isGrid } from '#forms/components.ts';
import type { Component, FormDefinition, GridComponent } from '#forms/types.ts';
import type { JsonPath } from '#server/content/load/json-file.ts';
import { normalPath } from '#server/data-schemas/node.ts';

/** A component with its position in form.json, and what it stands in, from the page on. */
export type Placed<C extends Component = Component> = {
  component: C;
  path: JsonPath;
  /** Path of ids of its element in a data schema; null without one. */
  fim: string | null;
  parents: Placed[];
  grid: GridComponent | null;
  order: number;
};

const known = new WeakMap<FormDefinition, Placed[]>();

/** Returns all components of a form in document order. */
export function placesOf(form: FormDefinition): Placed[] {
  const places = known.get(form) ?? place(form.components, ['components'], [], []);
  known.set(form, places);
  return places;
}

function place(
  components: readonly Component[],
  path: JsonPath,
  parents: Placed[],
  list: Placed[],
): Placed[] {
  for (const [index, component] of components.entries()) {
    const at = [...path, index];
    const fim = component.type === 'hidden' ? undefined : component.properties?.fim;
    const grid = parents.map((parent) => parent.component).find(isGrid) ?? null;
    const placed: Placed = {
      component,
      path: at,
      fim: fim === undefined ? null : normalPath(fim),
      parents,
      grid,
      order: list.length,
    };
    list.push(placed);
    const inside = [...parents, placed];
    if (component.type === 'columns') {
      for (const [number, column] of component.columns.entries())
        place(column.components, [...at, 'columns', number, 'components'], inside, list);
    } else if ('components' in component) {
      place(component.components, [...at, 'components'], inside, list);
    }
  }
  return list;
}
