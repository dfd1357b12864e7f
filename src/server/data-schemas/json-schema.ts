import type { Node } from 'jsonc-parser';
import { childrenFault, MAX_DEPTH, MAX_NODES } from './bounds.ts';
import { itemsOf, type JsonSource, jsonSource, membersOf } from './json-source.ts';
import {
  idOfName,
  type LeafType,
  type Limits,
  type SchemaGroup,
  type SchemaLeaf,
  type SchemaNode,
} from './node.ts';
import { faultOfPattern, jsonPattern } from './patterns.ts';

/** Words that say something about data which this reader could not promise of a form. */
const REFUSED = [
  'allOf',
  'anyOf',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'contains',
  'prefixItems',
  'multipleOf',
  '$dynamicRef',
  '$recursiveRef',
  '$anchor',
  '$dynamicAnchor',
] as const;

type Members = Map<string, Node>;
type Occurs = Pick<SchemaNode, 'isRequired' | 'isList' | 'min' | 'max'>;
type At = { id: string; path: string; name: string; occurs: Occurs; refs: readonly Node[]; depth: number };

const ONCE = { isList: false, min: 1, max: 1 } as const;

/**
 * Reads a JSON Schema (draft 2020-12) whose properties are named by ids of FIM, as converters of XDatenfelder write it.
 * @throws SchemaRefused for what is not read, at its place
 */
export function readJsonSchema(text: string): SchemaGroup {
  const source = jsonSource(text);
  let nodes = 0;
  function read(given: Node, at: At): SchemaNode {
    const { node, members, refs } = followed(source, given, at.refs);
    nodes += 1;
    if (nodes > MAX_NODES) source.refuse(given, `there are more than ${MAX_NODES} elements`);
    if (at.depth > MAX_DEPTH) source.refuse(given, `there are more than ${MAX_DEPTH} elements in each other`);
    const refused = REFUSED.find((word) => members.has(word));
    if (refused !== undefined) source.refuse(members.get(refused)!, `"${refused}" is not supported`);
    if (at.path !== '' && members.has('$id'))
      source.refuse(members.get('$id')!, 'only the whole schema has an "$id"');
    const type = typeOf(source, node, members);
    const common = {
      id: at.id,
      path: at.path,
      name: at.name,
      title: textOf(members, 'title') ?? '',
      line: source.lineOf(node),
    };
    if (type === 'array') {
      if (at.occurs.isList) source.refuse(node, 'a list of lists is not supported');
      const items = members.get('items');
      if (items?.type !== 'object') source.refuse(node, 'a list needs "items", an object');
      if (members.get('uniqueItems')?.value === true)
        source.refuse(node, '"uniqueItems" is not supported: two answers may be the same');
      const min = count(source, members, 'minItems') ?? 0;
      const max = count(source, members, 'maxItems') ?? null;
      const occurs = { isRequired: at.occurs.isRequired, isList: true, min, max };
      const item = read(items!, { ...at, occurs, refs });
      return { ...item, title: item.title || common.title };
    }
    if (type !== 'object') return { ...common, ...at.occurs, kind: 'leaf', ...leafOf(source, members, type) };

    const required = new Set(itemsOf(members.get('required')).map(({ value }) => String(value)));
    const properties = membersOf(members.get('properties'));
    for (const name of required) {
      if (!properties.has(name))
        source.refuse(members.get('required')!, `"${name}" is required, but not one of the properties`);
    }
    const children = [...properties].map(([name, property]) => {
      const id = idOfName(name);
      if (id === null)
        source.refuse(property, `"${name}" is not the id of an element of FIM (F or G and 8 or 11 digits)`);
      const path = at.path === '' ? id! : `${at.path}.${id}`;
      const occurs = { isRequired: required.has(name), ...ONCE };
      return read(property, { id: id!, path, name, occurs, refs, depth: at.depth + 1 });
    });
    const fault = childrenFault(at.path, children);
    if (fault !== null) source.refuse(node, fault);
    const choice = choiceOf(source, members, properties);
    return { ...common, ...at.occurs, kind: 'group', choice, children };
  }

  const root = read(source.tree, {
    id: '',
    path: '',
    name: '',
    occurs: { isRequired: true, ...ONCE },
    refs: [],
    depth: 0,
  });
  if (root.kind !== 'group' || root.isList)
    source.refuse(source.tree, 'the schema has to be an object with properties');
  return root as SchemaGroup;
}

/** Follows references inside of the file, and notes them. */
function followed(
  source: JsonSource,
  given: Node,
  refs: readonly Node[],
): { node: Node; members: Members; refs: readonly Node[] } {
  let node = given;
  let passed = refs;
  let outer: Members = new Map();
  for (;;) {
    const members = membersOf(node);
    if (node.type !== 'object') source.refuse(node, 'an object is expected here');
    const ref = members.get('$ref');
    if (!ref) return { node, members: new Map([...members, ...outer]), refs: passed };
    if (passed.includes(ref)) source.refuse(ref, 'the references lead in a circle');
    passed = [...passed, ref];
    for (const [name, value] of members) {
      if (name === 'title') outer = new Map([[name, value]]);
      else if (!['$ref', 'description', '$comment'].includes(name))
        source.refuse(value, `"${name}" beside a "$ref" is not supported`);
    }
    node = target(source, ref);
  }
}

function target(source: JsonSource, ref: Node): Node {
  const address = String(ref.value);
  if (!address.startsWith('#')) {
    source.refuse(
      ref,
      `"${address}" is outside of the file, and nothing is fetched: put it under "$defs" and refer to "#/$defs/…"`,
    );
  }
  let node: Node | undefined = source.tree;
  for (const step of address.slice(1).split('/').slice(1)) {
    const name = decodeURIComponent(step.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    node = node?.type === 'array' ? itemsOf(node)[Number(name)] : membersOf(node).get(name);
  }
  if (!node) source.refuse(ref, `there is no "${address}" in the file`);
  return node!;
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean'] as const;
type JsonType = (typeof TYPES)[number] | 'any';

function typeOf(source: JsonSource, node: Node, members: Members): JsonType {
  const given = members.get('type');
  const names = given?.type === 'array' ? itemsOf(given).map(({ value }) => value) : [given?.value];
  const left = names.filter((name) => name !== 'null');
  if (left.length > 1) source.refuse(given!, 'one type is expected, not several');
  const [name] = left;
  if (name === undefined) {
    if (members.has('properties')) return 'object';
    return members.has('items') ? 'array' : 'any';
  }
  const type = TYPES.find((one) => one === name);
  if (!type) source.refuse(given ?? node, `"${String(name)}" is no type`);
  return type!;
}

const FORMATS: Record<string, LeafType> = {
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  'date-time': 'datetime',
};

function leafOf(
  source: JsonSource,
  members: Members,
  type: Exclude<JsonType, 'object' | 'array'>,
): Pick<SchemaLeaf, 'type' | 'limits' | 'options'> {
  const options = optionsOf(source, members);
  if (options !== null && type !== 'string' && type !== 'any')
    source.refuse(
      members.get('enum') ?? members.get('const') ?? members.get('oneOf')!,
      `values of the type ${type} cannot be listed`,
    );
  if (type === 'integer' || type === 'number')
    return { type, limits: numberLimits(source, members), options: null };
  if (type === 'boolean') return { type, limits: {}, options: null };
  const format = FORMATS[textOf(members, 'format') ?? ''];
  return {
    type: type === 'any' ? 'any' : (format ?? 'text'),
    limits: textLimits(source, members),
    options,
  };
}

function numberLimits(source: JsonSource, members: Members): Limits {
  const limits: Limits = {};
  for (const [word, limit, isOut] of [
    ['minimum', 'minimum', false],
    ['exclusiveMinimum', 'minimum', true],
    ['maximum', 'maximum', false],
    ['exclusiveMaximum', 'maximum', true],
  ] as const) {
    const node = members.get(word);
    if (!node) continue;
    if (node.type !== 'number') source.refuse(node, `"${word}" has to be a number`);
    if (limits[limit] !== undefined) source.refuse(node, `there are two limits of one side`);
    limits[limit] = Number(node.value);
    if (isOut) limits[limit === 'minimum' ? 'isMinimumOut' : 'isMaximumOut'] = true;
  }
  return limits;
}

function textLimits(source: JsonSource, members: Members): Limits {
  const limits: Limits = {};
  const minLength = count(source, members, 'minLength');
  if (minLength !== undefined) limits.minLength = minLength;
  const maxLength = count(source, members, 'maxLength');
  if (maxLength !== undefined) limits.maxLength = maxLength;
  const written = textOf(members, 'pattern');
  if (written !== undefined) {
    const pattern = jsonPattern(written);
    const fault = faultOfPattern(pattern, maxLength);
    if (fault !== null) source.refuse(members.get('pattern')!, `the pattern ${written}: ${fault}`);
    limits.pattern = pattern;
  }
  return limits;
}

/** Values of `enum`, `const`, or `oneOf` with one `const` each. */
function optionsOf(source: JsonSource, members: Members): string[] | null {
  const listed = members.get('enum');
  const only = members.get('const');
  const oneOf = members.get('oneOf');
  const values = listed
    ? itemsOf(listed)
    : only
      ? [only]
      : oneOf
        ? itemsOf(oneOf).map((one) => membersOf(one).get('const') ?? one)
        : null;
  for (const value of values ?? []) {
    if (value.type !== 'string') source.refuse(value, 'a listed value has to be a text ("const": "…")');
  }
  return values?.map(({ value }) => String(value)) ?? null;
}

/** A choice is a `oneOf` with one `required` for each of the properties. */
function choiceOf(source: JsonSource, members: Members, properties: Members): 'one' | null {
  const oneOf = members.get('oneOf');
  if (!oneOf) return null;
  const names = itemsOf(oneOf).map((one) => {
    const inside = membersOf(one);
    const [name, ...more] = itemsOf(inside.get('required')).map(({ value }) => String(value));
    const isPlain = [...inside.keys()].every((key) => key === 'required' || key === 'properties');
    return isPlain && more.length === 0 ? name : undefined;
  });
  if (names.some((name) => name === undefined || !properties.has(name)))
    source.refuse(oneOf, '"oneOf" of a group lists one "required" element each');
  if (new Set(names).size !== properties.size || names.length !== properties.size)
    source.refuse(oneOf, '"oneOf" has to name each element of the group once');
  return 'one';
}

const textOf = (members: Members, name: string): string | undefined => {
  const value = members.get(name)?.value;
  return typeof value === 'string' ? value : undefined;
};

function count(source: JsonSource, members: Members, name: string): number | undefined {
  const node = members.get(name);
  if (!node) return undefined;
  if (!Number.isInteger(node.value) || node.value < 0)
    source.refuse(node, `"${name}" has to be a whole number`);
  return Number(node.value);
}
