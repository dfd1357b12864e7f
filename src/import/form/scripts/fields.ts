import type { JsonPath } from '#forms/schema/types.ts';
import type { JsonLogic } from '#forms/types.ts';
import { isConditional } from '../convert/conditional.ts';
import { type Conversion, isJson, type Json, jsonList, textOf } from '../convert/conversion.ts';
import { typeName } from '../convert/type-names.ts';
import { hiddenBy, type Placed, type Reader } from './hidden-containers.ts';
import type { ScriptField } from './script-field.ts';

type PlacedField = { component: Json; grid: string; mayBeHidden: boolean };

/** The fields of a form by their paths in Form.io. */
export class ScriptFields {
  readonly #conversion: Conversion;
  readonly #exported: Json;
  readonly #placed = new Map<string, PlacedField>();
  readonly #asked = new Set<string>();
  #scripted: Reader['scripted'] | undefined;

  /** @param pages the converted form, in which scripts and conditions still stand */
  constructor(pages: Json[], exported: Json, conversion: Conversion) {
    this.#conversion = conversion;
    this.#exported = exported;
    this.#place(pages, '', false);
  }

  #place(components: Json[], grid: string, isHidden: boolean): void {
    for (const component of components) {
      const mayBeHidden = isHidden || isConditional(component);
      const key = textOf(component.key);
      const inner = jsonList(component.components);
      const isGroup = component.input === true && inner.length > 0;
      if (component.input === true)
        this.#placed.set(grid === '' ? key : `${grid}.${key}`, { component, grid, mayBeHidden });
      this.#place(
        [...inner, ...jsonList(component.columns).flatMap((column) => jsonList(column.components))],
        isGroup ? key : grid,
        // Rows exist only while their group is shown.
        isGroup ? false : mayBeHidden,
      );
    }
  }

  /** The field with a path in Form.io; undefined if there is none, or if several share the path. */
  field(path: string): ScriptField | undefined {
    const [here, ...more] = this.#conversion.fieldsAt(path);
    const placed = here === undefined || more.length > 0 ? undefined : this.#placed.get(here);
    if (!placed || here === undefined) return undefined;
    const { component, grid, mayBeHidden } = placed;
    const origin = exportedType(this.#exported, this.#conversion.pathOf(component));
    const kind = kindOf(textOf(component.type), origin);
    const renamed = this.#conversion.options.get(path) ?? new Map<string, string>();
    const back = new Map([...renamed].map(([given, value]) => [value, given]));
    const list = jsonList(component.values ?? (isJson(component.data) ? component.data.values : undefined));
    const options = new Set(list.map(({ value }) => back.get(String(value)) ?? String(value)));
    const isGroup = kind === 'list' && (origin === 'datagrid' || origin === 'editgrid');
    const isWhole = origin !== 'navSelect';
    return {
      ...{ path: here, grid, kind, mayBeHidden, options, renamed },
      ...(isGroup && { group: path }),
      ...(!isWhole && { part: 'value' }),
    };
  }

  /** The repeating group here, of the keys of everything around a component that holds fields in Form.io. */
  gridAt(keys: readonly string[]): string {
    for (let length = keys.length; length > 0; length--) {
      const [here] = this.#conversion.fieldsAt(keys.slice(0, length).join('.'));
      if (here !== undefined) return here;
    }
    return '';
  }

  /** A part of the data that holds other fields. */
  container(path: string): { mayBeHidden: boolean } | undefined {
    const position = this.#conversion.containers.get(path);
    if (position === undefined) return undefined;
    return { mayBeHidden: position !== null && around(this.#exported, position).some(isConditional) };
  }

  /**
   * JSONLogic that is true where a part of the data that holds other fields is hidden, for a script of a component that
   * is shown; undefined if that cannot be read.
   */
  hiddenContainer(path: string, own: Json): JsonLogic | false | undefined {
    const position = this.#conversion.containers.get(path);
    // A condition that reads the container itself is never known.
    if (!position || this.#asked.has(path)) return undefined;
    this.#asked.add(path);
    const isAroundOwn = holdersOf(this.#exported, own);
    const holders = placedAround(this.#exported, position).filter(
      ({ component }) => !isAroundOwn.has(component),
    );
    const hidden = hiddenBy(holders, {
      scripted: (component, at) => this.#scripted?.(component, at),
      field: (name) => this.field(name),
    });
    this.#asked.delete(path);
    return hidden;
  }

  /** Sets how the condition of a component is read from its script. */
  readScriptsBy(scripted: Reader['scripted']): void {
    this.#scripted = scripted;
  }
}

/** The components at and around one of the export; found once for each form. */
function holdersOf(exported: Json, own: Json): ReadonlySet<Json> {
  const known = holders.get(exported) ?? new WeakMap<Json, ReadonlySet<Json>>();
  if (!holders.has(exported)) {
    holders.set(exported, known);
    const visit = (value: unknown, around: ReadonlySet<Json>): void => {
      if (typeof value !== 'object' || value === null) return;
      const here = isJson(value) && typeof value.type === 'string' ? new Set([...around, value]) : around;
      if (isJson(value)) known.set(value, here);
      for (const inner of Object.values(value)) visit(inner, here);
    };
    visit(exported.components, new Set());
  }
  return known.get(own) ?? new Set();
}

const holders = new WeakMap<Json, WeakMap<Json, ReadonlySet<Json>>>();

/** The components of the export at and around a position, with their own positions. */
function placedAround(exported: Json, path: JsonPath): Placed[] {
  const components = new Set(around(exported, path));
  let value: unknown = exported;
  return path.flatMap((step, index) => {
    value = (value as Record<string | number, unknown> | undefined)?.[step];
    return isJson(value) && components.has(value)
      ? [{ component: value, path: path.slice(0, index + 1) }]
      : [];
  });
}

/** The components of the export at and around a position. */
export function around(exported: Json, path: readonly (string | number)[]): Json[] {
  const found: Json[] = [];
  let value: unknown = exported;
  for (const step of path) {
    value = (value as Record<string | number, unknown> | undefined)?.[step];
    if (isJson(value) && typeof value.type === 'string') found.push(value);
  }
  return found;
}

/** The type that the component at a position of the export has in Form.io. */
function exportedType(exported: Json, path: readonly (string | number)[]): string {
  const value = around(exported, path).at(-1);
  if (!value) return '';
  // Both store the choice with its label.
  if (value.type === 'navSelect' || value.type === 'landvelger') return 'navSelect';
  const type = typeName(textOf(value.type));
  return type === 'select' && value.multiple === true ? 'several' : type;
}

const TEXTS = new Set(
  'textfield textarea email phoneNumber hidden select radio fnrfield orgNr bankAccount identity navAddress address survey'.split(
    ' ',
  ),
);
const COMPOSED = new Set(['textfield', 'textarea', 'email', 'phoneNumber', 'radio', 'select']);

/** The kind of value that a field has in Form.io and here alike; `presence`: only whether there is one. */
function kindOf(type: string, origin: string): ScriptField['kind'] {
  switch (type) {
    case 'textfield':
    case 'textarea':
    case 'email':
    case 'phoneNumber':
    case 'select':
    case 'radio':
    case 'hidden':
      return TEXTS.has(origin) && (type === origin || type === 'hidden' || COMPOSED.has(type))
        ? 'text'
        : 'presence';
    case 'number':
    case 'currency':
      return origin === 'number' || origin === 'currency' ? 'number' : 'presence';
    case 'checkbox':
      return origin === 'checkbox' ? 'boolean' : 'presence';
    case 'selectboxes':
      return origin === 'selectboxes' ? 'boxes' : 'presence';
    case 'file':
    case 'datagrid':
    case 'editgrid':
      return 'list';
    default:
      return 'presence';
  }
}
