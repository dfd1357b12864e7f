import type { FormNote, FormProblem, JsonPath } from '#forms/schema/types.ts';

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
  /** English of the texts that the import wrote itself. */
  readonly english: Record<string, string> = {};
  readonly #origins = new WeakMap<object, JsonPath>();
  readonly #taken: Set<string>;
  readonly #fields = new Set<string>();

  /** @param keys all keys of the export, which fresh keys avoid */
  constructor(keys: Iterable<string>) {
    this.#taken = new Set(keys);
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

  /** A key that no other component has. */
  freshKey(wish: string): string {
    const name = plainKey(wish);
    let key = name;
    for (let number = 2; this.#taken.has(key); number++) key = `${name}${number}`;
    this.#taken.add(key);
    return key;
  }

  /** The key of a field; one of a container gets the container's name when another field has its key. */
  fieldKey(key: string, { prefix, grid }: Scope): string {
    const scope = grid === '' ? '' : `${grid}.`;
    const name = plainKey(key);
    const isInner = prefix !== scope;
    let path = scope + name;
    if (isInner && this.#fields.has(path)) path = scope + plainKey(prefix.slice(scope.length) + key);
    this.#fields.add(path);
    if (path !== prefix + key) this.renamed.set(prefix + key, path);
    return path.slice(scope.length);
  }
}

const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'length', 'prototype']);

function plainKey(key: string): string {
  const plain = key.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?![A-Za-z])/, 'f');
  return RESERVED.has(plain) ? `${plain}_` : plain;
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
