/** Limits of a value. Lengths count characters. */
export type Limits = {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** True where the limit itself is not allowed. */
  isMinimumOut?: boolean;
  isMaximumOut?: boolean;
  /** Most decimals of a number. */
  decimals?: number;
  pattern?: SchemaPattern;
};

/** A regular expression in the notation of JavaScript; `isWhole`: the whole text has to match, not a part of it. */
export type SchemaPattern = {
  source: string;
  isWhole: boolean;
  /** As the schema has it. */
  written: string;
};

/** `any` is an element without a type: a text is written. */
export const leafTypes = ['text', 'boolean', 'integer', 'number', 'date', 'time', 'datetime', 'any'] as const;
export type LeafType = (typeof leafTypes)[number];

type Common = {
  /** Letter and eleven digits; the id of the schema itself, or '', for the root. */
  id: string;
  /** Ids from below the root to this element, joined by dots; '' for the root. */
  path: string;
  /** Name in the data. */
  name: string;
  /** Title in German; '' where the schema has none. */
  title: string;
  /** Whether it has to be there when its group is. */
  isRequired: boolean;
  /** Whether it is a list in JSON, or may be repeated in XML. */
  isList: boolean;
  /** Fewest and most entries of a list that is there; no limit where `max` is null. */
  min: number;
  max: number | null;
  /** Line (from 1) of the schema's file that defines it. */
  line: number;
};

export type SchemaLeaf = Common & {
  kind: 'leaf';
  type: LeafType;
  limits: Limits;
  /** The only texts that are allowed; null where all are. */
  options: string[] | null;
};

export type SchemaGroup = Common & {
  kind: 'group';
  /** Whether only one of the children may be there: exactly one, or one at most; null where each speaks for itself. */
  choice: 'one' | 'oneAtMost' | null;
  /** In the order of the schema, which is that of the data in XML. */
  children: SchemaNode[];
};

export type SchemaNode = SchemaGroup | SchemaLeaf;

/** A reason why a schema is refused; lines and columns count from 1. */
export type SchemaFault = { line: number; column: number; reason: string };

/** Refuses a schema at a place of its file. */
export class SchemaRefused extends Error {
  readonly faults: SchemaFault[];
  constructor(faults: SchemaFault[]) {
    super(faults.map(({ line, column, reason }) => `${line}:${column} ${reason}`).join('\n'));
    this.faults = faults;
  }
}

const NAME = /^([FG])(\d{8}|\d{11})(?:V[\d.]+)?$/;

/** Returns the id in a name of the data, `F60000227V2.0` as `F60000000227`; null when it is no name of FIM. */
export function idOfName(name: string): string | null {
  const [, letter, digits] = NAME.exec(name) ?? [];
  return letter && digits ? letter + elevenDigits(digits) : null;
}

/** Returns the ids of a path, each with eleven digits; versions are left out. */
export const normalPath = (path: string): string =>
  path
    .split('.')
    .map((id) => id.slice(0, 1) + elevenDigits(id.slice(1)))
    .join('.');

/** FIM's second generation of ids has three zeros behind the five digits of their owner. */
const elevenDigits = (digits: string): string =>
  digits.length === 8 ? `${digits.slice(0, 5)}000${digits.slice(5)}` : digits;

/** Returns a node and all below it, in the order of the schema. */
export const nodesOf = (node: SchemaNode): SchemaNode[] =>
  node.kind === 'leaf' ? [node] : [node, ...node.children.flatMap(nodesOf)];
