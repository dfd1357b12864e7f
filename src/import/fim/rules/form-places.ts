import { isJson, type Json, jsonList, textOf } from '../../form/convert/conversion.ts';
import type { FormPlace } from '../form/writing.ts';
import type { FimPath } from '../model.ts';
import { isInside } from './condition.ts';

/** The components of a form by the path of their element, with their order and what is around them. */
export class FormPlaces {
  readonly #places: ReadonlyMap<FimPath, readonly FormPlace[]>;
  readonly #order = new Map<Json, number>();
  readonly #around = new Map<Json, Json[]>();
  readonly #byKey = new Map<string, Json>();

  /** @param places components by path, several where an element is unrolled @param pages the components of the form */
  constructor(places: ReadonlyMap<FimPath, readonly FormPlace[]>, pages: readonly Json[]) {
    this.#places = places;
    const visit = (component: Json, around: Json[]): void => {
      this.#order.set(component, this.#order.size);
      this.#around.set(component, around);
      this.#byKey.set(textOf(component.key), component);
      for (const inner of [...jsonList(component.components), ...jsonList(component.columns)])
        visit(inner, [component, ...around]);
    };
    for (const page of pages) visit(page, []);
  }

  /** The components of an element that are in the form. */
  at(path: FimPath): FormPlace[] {
    return (this.#places.get(path) ?? []).filter(({ component }) => this.#order.has(component));
  }

  /** The fields in an element, without those in the rows of its repeating groups. */
  fieldsIn(path: FimPath, grid: string | undefined): FormPlace[] {
    return [...this.#places.keys()]
      .filter((other) => isInside(other, path))
      .flatMap((other) => this.at(other))
      .filter((place) => place.component.input === true && place.grid === grid)
      .sort((one, other) => this.orderOf(one.component) - this.orderOf(other.component));
  }

  orderOf(component: Json): number {
    return this.#order.get(component) ?? -1;
  }

  /** The component and all around it, innermost first. */
  withAround(component: Json): Json[] {
    return [component, ...(this.#around.get(component) ?? [])];
  }

  /** The question whose yes shows the component, if its condition is one. */
  questionOf({ conditional }: Json): Json | undefined {
    if (!isJson(conditional) || conditional.eq !== 'true' || String(conditional.show) !== 'true')
      return undefined;
    const when = textOf(conditional.when);
    return this.#byKey.get(when.slice(when.lastIndexOf('.') + 1));
  }
}
