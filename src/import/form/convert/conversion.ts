import type { FormNote, FormProblem, JsonPath } from '#forms/schema/types.ts';
import { keyOfLabel, plainKey } from '../../component-keys.ts';

export type Json = Record<string, unknown>;

/** A text that the import writes itself. */
export type OwnText = { de: string; en: string };

/** A component of an export with its position there. */
export type Source = { json: Json; path: JsonPath };

/**
 * The place of components: `prefix` is the data path that Form.io has for them (`group.container.`), `grid` the
 * repeating group around them.
 */
export type Scope = { prefix: string; grid: string };

/** State of one conversion: notes, problems, renamed fields, origins. */
export class Conversion {
  readonly notes: FormNote[] = [];
  readonly problems: FormProblem[] = [];
  /** Data paths of Form.io to those of the portal, where they differ. */
  readonly renamed = new Map<string, string>();
  /** Options whose value had to change, by data path of Form.io. */
  readonly options = new Map<string, Map<string, string>>();
  /** Positions in the export of what holds other fields in Form.io's data, by data path; null if it is never missing. */
  readonly containers = new Map<string, JsonPath | null>();
  /** English of the texts that the import wrote itself. */
  readonly english: Record<string, string> = {};
  readonly #origins = new WeakMap<object, JsonPath>();
  readonly #taken: Set<string>;
  readonly #fields = new Set<string>();
  readonly #paths = new Map<string, string[]>();
  readonly #loose = new WeakSet<object>();

  readonly #plain: ReadonlySet<string>;

  /**
   * @param keys all keys of the export, which fresh keys avoid
   * @param plain data paths of the fields outside of containers, which keep their keys
   */
  constructor(keys: Iterable<string>, plain: Iterable<string>) {
    this.#taken = new Set([...keys].filter((key) => key !== '').map(plainKey));
    this.#plain = new Set(plain);
  }

  note(path: JsonPath, note: string): void {
    this.notes.push({ path, note });
  }

  refuse(path: JsonPath, reason: string): void {
    this.problems.push({ path, reason });
  }

  /** A text of the import's own, in the form's language. */
  say({ de, en }: OwnText): string {
    this.english[de] = en;
    return de;
  }

  /** Remembers the origin of a converted component. */
  made(component: Json, path: JsonPath): Json {
    this.#origins.set(component, path);
    return component;
  }

  /** The origin of a converted component. */
  pathOf(component: Json): JsonPath {
    return this.#origins.get(component) ?? [];
  }

  /** The position in the export for one in the converted form. */
  originOf(form: unknown, path: JsonPath): JsonPath {
    let value = form;
    let origin: JsonPath = [];
    for (const [index, step] of path.entries()) {
      value = (value as Record<string | number, unknown> | undefined)?.[step];
      const found = typeof value === 'object' && value !== null ? this.#origins.get(value) : undefined;
      origin = found ?? (index === 0 && step === 'components' ? [] : [...origin, step]);
    }
    return origin;
  }

  /** A further data path in Form.io of a field that stands for a part of another one there. */
  alsoKnownAs(path: string, made: string): void {
    const here = this.fieldsAt(made);
    this.#paths.set(path, [...here]);
    if (here[0] !== undefined) this.renamed.set(path, here[0]);
  }

  /** Marks a field whose limits name other days as another product does, which ignores names that it does not find. */
  namingLoosely(component: Json): Json {
    this.#loose.add(component);
    return component;
  }

  namesLoosely(component: Json): boolean {
    return this.#loose.has(component);
  }

  /** The path here of the field that a data path or a key in Form.io means; undefined of several or none. */
  fieldCalled(name: string): string | undefined {
    const [exact] = this.fieldsAt(name);
    if (exact !== undefined) return exact;
    const [only, ...more] = [...this.#paths].flatMap(([path, here]) =>
      path.endsWith(`.${name}`) && here[0]?.includes('.') === false ? here : [],
    );
    return more.length === 0 ? only : undefined;
  }

  /** The paths here of the fields that have a data path in Form.io. */
  fieldsAt(path: string): readonly string[] {
    return this.#paths.get(path) ?? [];
  }

  /** A key that no other component has. */
  freshKey(wish: string): string {
    const name = plainKey(wish);
    let key = name;
    for (let number = 2; this.#taken.has(key); number++) key = `${name}${number}`;
    this.#taken.add(key);
    return key;
  }

  /**
   * The key of a field; one of a container gets the container's name when another field has its key. Of two fields with
   * one key the second gets a number. A field without a key gets one from its label, as in Form.io's builder: one by its
   * position would be that of another question when a question is added.
   */
  fieldKey(key: string, { prefix, grid }: Scope, path: JsonPath = [], label = ''): string {
    const scope = grid === '' ? '' : `${grid}.`;
    const name = plainKey(key || keyOfLabel(label));
    const isInner = prefix !== scope;
    let here = scope + name;
    if (isInner && (this.#fields.has(here) || this.#plain.has(here)))
      here = scope + plainKey(prefix.slice(scope.length) + key);
    if (this.#fields.has(here) || (key === '' && this.#isUsed(here, scope))) {
      const first = here;
      for (let number = 2; this.#isUsed(here, scope); number++) here = `${first}${number}`;
      if (key !== '')
        this.note(path, `the key "${key}" is used twice: here it is "${here}", with an answer of its own`);
    }
    if (key === '') this.note(path, `it has no key: here it is "${here.slice(scope.length)}"`);
    this.#fields.add(here);
    this.#taken.add(here.slice(scope.length));
    const all = [...(this.#paths.get(prefix + key) ?? []), here];
    this.#paths.set(prefix + key, all);
    if (here !== prefix + key && all.length === 1) this.renamed.set(prefix + key, here);
    return here.slice(scope.length);
  }

  #isUsed(path: string, scope: string): boolean {
    return this.#fields.has(path) || this.#plain.has(path) || this.#taken.has(path.slice(scope.length));
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const jsonList = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** The components in a list, with their positions. Entries that are no objects are left out. */
export const sourcesIn = (list: unknown, path: JsonPath): Source[] =>
  (Array.isArray(list) ? list : []).flatMap((json, index) =>
    isJson(json) ? [{ json, path: [...path, index] }] : [],
  );
