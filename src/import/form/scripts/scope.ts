import type { Expression } from 'acorn';
import type { Json } from '../convert/conversion.ts';
import type { ScriptFields } from './fields.ts';
import type { Term } from './terms.ts';

/** The place where names are looked up: its path in Form.io, and whether it is a row inside a function. */
export type Root = { prefix: string; isItem: boolean };

type Reader = (node: Expression, script: Script) => Term;

/** The component a script belongs to: its place in Form.io (`prefix`) and here (`grid`). */
export type Owner = { prefix: string; grid: string; own: Json };

/** The names that a script sees at one of its places, and the reader of its expressions. */
export class Script {
  readonly fields: ScriptFields;
  readonly grid: string;
  readonly own: Json;
  readonly prefix: string;
  readonly names: ReadonlyMap<string, Term>;
  readonly functions: ReadonlyMap<string, OwnFunction>;
  readonly #roots: ReadonlyMap<string, Root>;
  readonly #read: Reader;

  constructor(
    read: Reader,
    fields: ScriptFields,
    owner: Owner,
    names: ReadonlyMap<string, Term>,
    roots?: ReadonlyMap<string, Root>,
    functions: ReadonlyMap<string, OwnFunction> = new Map(),
  ) {
    this.#read = read;
    this.functions = functions;
    this.fields = fields;
    this.grid = owner.grid;
    this.own = owner.own;
    this.prefix = owner.prefix;
    this.names = names;
    this.#roots =
      roots ??
      new Map([
        ['data', { prefix: '', isItem: false }],
        ['row', { prefix: owner.prefix, isItem: false }],
      ]);
  }

  /** An expression at this place. */
  term(node: Expression): Term {
    return this.#read(node, this);
  }

  rootOf(name: string): Root | undefined {
    return this.names.has(name) ? undefined : this.#roots.get(name);
  }

  get isOfRow(): boolean {
    return !this.#roots.has('data');
  }

  /** Inside a function of one row: nothing but the row can be read there. */
  ofRow(name: string, group: string): Script {
    const roots = new Map([[name, { prefix: `${group}.`, isItem: true }]]);
    return new Script(
      this.#read,
      this.fields,
      { prefix: '', grid: this.grid, own: this.own },
      new Map(),
      roots,
    );
  }

  withFunctions(functions: ReadonlyMap<string, OwnFunction>): Script {
    return new Script(
      this.#read,
      this.fields,
      { prefix: this.prefix, grid: this.grid, own: this.own },
      this.names,
      this.#roots,
      functions,
    );
  }

  with(names: ReadonlyMap<string, Term>): Script {
    return new Script(
      this.#read,
      this.fields,
      { prefix: this.prefix, grid: this.grid, own: this.own },
      names,
      this.#roots,
      this.functions,
    );
  }
}

/** A function of the script itself that returns one expression. */
export type OwnFunction = { parameters: readonly string[]; body: Expression };
