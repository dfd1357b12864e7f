import type { FimField, FimGroup, FimOption, FimPath, FimSchema } from '../model.ts';
import { idOf } from '../read/words.ts';
import { placed } from '../walk.ts';
import { isInside } from './condition.ts';

/** An element of a schema at its place. */
export type PlacedElement = {
  path: FimPath;
  element: FimGroup | FimField;
  min: number;
  max: number | null;
  /** The path of the group or schema that it is a member of. */
  parent: FimPath;
};

/** The values of a selection; null if they are not known. */
export type OptionsOf = (field: FimField) => readonly FimOption[] | null;

/** The elements of a schema by path and by id. */
export class SchemaElements {
  readonly #byPath = new Map<FimPath, PlacedElement>();
  readonly #byId = new Map<string, PlacedElement[]>();
  readonly schema: FimSchema;
  readonly optionsOf: OptionsOf;

  constructor(schema: FimSchema, optionsOf: OptionsOf = ({ options }) => options) {
    this.schema = schema;
    this.optionsOf = optionsOf;
    for (const { path, member, around } of placed(schema)) {
      const parent = around.map(({ element }) => element.id).join('.');
      const own = { path, element: member.element, min: member.min, max: member.max, parent };
      this.#byPath.set(path, own);
      this.#byId.set(member.element.id, [...(this.#byId.get(member.element.id) ?? []), own]);
    }
  }

  at(path: FimPath): PlacedElement | undefined {
    return this.#byPath.get(path);
  }

  all(): PlacedElement[] {
    return [...this.#byPath.values()];
  }

  /** The element and all around it, innermost first. */
  around(path: FimPath): PlacedElement[] {
    const placed = this.at(path);
    return placed ? [placed, ...this.around(placed.parent)] : [];
  }

  /** Names of the element with an id, as rules write them behind the id. */
  namesOf(id: string): string[] {
    return [...new Set((this.#byId.get(id) ?? []).flatMap(({ element }) => [element.name, element.label]))];
  }

  /**
   * The one element that a rule means by an id or ids joined by dots: of the owner's own members, otherwise the only one
   * in the owner, otherwise the only one in the schema. Otherwise the reason why there is none.
   */
  meant(ids: string, owner: FimPath): { path: FimPath } | { reason: string } {
    const named = this.#byId.get(ids.slice(ids.lastIndexOf('.') + 1)) ?? [];
    const fitting = named.filter(({ path }) => path === ids || path.endsWith(`.${ids}`));
    if (fitting.length === 0) return { reason: `the schema has no element ${ids}` };
    const own = fitting.find(({ path }) => path === (owner === '' ? ids : `${owner}.${ids}`));
    if (own) return { path: own.path };
    const inside = fitting.filter(({ path }) => isInside(path, owner));
    const left = inside.length > 0 ? inside : fitting;
    return left.length === 1 && left[0]
      ? { path: left[0].path }
      : { reason: `${ids} is ${left.length} elements: ${left.map(({ path }) => path).join(', ')}` };
  }

  /** Fields that the schema requires wherever the element is given, the element itself among them. */
  requiredIn(path: FimPath): PlacedElement[] {
    const placed = this.at(path);
    if (!placed) return [];
    const { element } = placed;
    if (element.kind === 'field') return element.input === 'label' ? [] : [placed];
    if (element.isChoice) return [placed];
    return element.members
      .filter(({ min }) => min > 0)
      .flatMap((member) => this.requiredIn(`${path}.${member.element.id}`));
  }
}

/** An id as XDatenfelder 3 writes it; what is none stays as it is. */
export const longId = (id: string): string => idOf(id) ?? id;
