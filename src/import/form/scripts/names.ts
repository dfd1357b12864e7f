import type { Expression, MemberExpression } from 'acorn';
import type { JsonLogic } from '#forms/types.ts';
import type { Root, Script } from './scope.ts';
import type { ScriptField } from './script-field.ts';
import { failsOr, type Kind, literalTerm, present, rowCount, type Term, Untranslatable } from './terms.ts';

/** The name in `a.name` and `a['name']`; the key of the component in `a[component.key]`. */
export function nameOf({ property, computed }: MemberExpression, script?: Script): string {
  if (!computed && property.type === 'Identifier') return property.name;
  if (property.type === 'Literal' && typeof property.value === 'string') return property.value;
  const own = script && property.type === 'MemberExpression' ? ownTerm(property, script) : undefined;
  if (typeof own?.literal?.value === 'string') return own.literal.value;
  throw new Untranslatable('which field it reads is decided while it runs', property);
}

type Step = { name: string; isSafe: boolean; node: Expression };

/** `data.a.b`: a field, a part of one, or the number of its rows. */
export function memberTerm(node: MemberExpression, script: Script): Term {
  const own = ownTerm(node, script);
  if (own) return own;
  const steps: Step[] = [];
  let inner: Expression = node;
  while (inner.type === 'MemberExpression') {
    steps.unshift({ name: nameOf(inner, script), isSafe: inner.optional === true, node: inner });
    if (inner.object.type === 'Super') break;
    inner = inner.object;
    while (inner.type === 'ChainExpression' || inner.type === 'ParenthesizedExpression')
      inner = inner.expression;
  }
  const root = inner.type === 'Identifier' ? inner.name : '';
  const from = script.rootOf(root);
  if (!from) {
    if (script.names.has(root) || inner.type !== 'Identifier') {
      const [last] = steps.slice(-1);
      if (last && node.object.type !== 'Super') return partOf(termOfObject(script, root, node), last, node);
    }
    if (script.isOfRow && (root === 'data' || root === 'row'))
      throw new Untranslatable('in a function of a row only the row is read', node);
    throw new Untranslatable(`"${root || 'this'}" belongs to the product in which the form runs`, node);
  }
  return fieldTerm(from, steps, script, node);
}

function termOfObject(script: Script, root: string, node: MemberExpression): Term {
  const known = script.names.get(root);
  if (known && node.object.type === 'Identifier') return known;
  throw new Untranslatable('only fields of the form are read', node);
}

/** `component.key`, `component.label`: what the builder has written of the component itself. */
function ownTerm(node: MemberExpression, script: Script): Term | undefined {
  const { object, property, computed } = node;
  if (computed || property.type !== 'Identifier') return undefined;
  const isComponent =
    (object.type === 'Identifier' && (object.name === 'component' || object.name === 'instance')) ||
    (object.type === 'MemberExpression' &&
      object.property.type === 'Identifier' &&
      object.property.name === 'component' &&
      object.object.type === 'Identifier' &&
      object.object.name === 'instance');
  const value = isComponent ? script.own[property.name] : undefined;
  return typeof value === 'string' && (property.name === 'key' || property.name === 'label')
    ? literalTerm(value)
    : undefined;
}

function fieldTerm({ prefix, isItem }: Root, steps: Step[], script: Script, node: MemberExpression): Term {
  const read = steps.map(({ name }) => name);
  let missed: Term['fails'] = false;
  for (let length = 1; length <= steps.length; length++) {
    const path = prefix + read.slice(0, length).join('.');
    const field = script.fields.field(path);
    if (field) {
      const group = field.grid !== '' && !(isItem || field.grid === script.grid);
      if (group) throw new Untranslatable(`"${read.join('.')}" is in the rows of a group`, node);
      if (isItem && field.grid === '') break;
      const term = part(
        field,
        steps.slice(length),
        variable(field, isItem, script),
        script,
        node,
        `${read.slice(0, length).join('.')}`,
      );
      return { ...term, fails: failsOr(missed, term.fails) };
    }
    const holder = script.fields.container(path);
    if (!holder) break;
    const next = steps[length];
    // A script inside of it runs only while it is shown.
    const isInside = script.prefix.startsWith(`${path}.`);
    if (!next || !holder.mayBeHidden || next.isSafe || isInside) continue;
    // Behind "?." nothing is read where the first part is missing.
    const isReached = !steps.slice(0, length).some(({ isSafe }) => isSafe);
    const hidden = isReached && !isItem ? script.fields.hiddenContainer(path, script.own) : undefined;
    if (hidden === undefined)
      throw new Untranslatable(
        `"${path}" is missing while it is hidden, and the script ends with an error: write "${path}?.${next.name}"`,
        node,
      );
    missed = failsOr(missed, hidden);
  }
  throw new Untranslatable(
    `no field of the form is called "${read.join('.')}": a program sets it, or it has gone`,
    node,
  );
}

function variable({ path, grid }: ScriptField, isItem: boolean, script: Script): string {
  const key = grid === '' ? path : path.slice(grid.length + 1);
  if (isItem) return key;
  return grid !== '' && grid === script.grid ? `row.${key}` : `data.${key}`;
}

/** The value of a field, of one of its options, or the number of its rows. */
function part(
  field: ScriptField,
  rest: Step[],
  name: string,
  script: Script,
  node: MemberExpression,
  shown: string,
): Term {
  const value = valueTerm(field, name, shown);
  const [next, ...more] = rest;
  if (!next) return value;
  if (field.group !== undefined && script.fields.field(`${field.group}.${next.name}`))
    throw new Untranslatable(`"${shown}.${next.name}" is in the rows of a group`, node);
  if (more.length > 0) throw new Untranslatable(`"${shown}" has no such part`, node);
  if (next.name === 'length') return partOf(value, next, node);
  if (next.name === field.part) {
    const isMissed = field.mayBeHidden && !next.isSafe;
    const inner = valueTerm({ ...field, kind: 'text' }, name, `${shown}.${next.name}`);
    // Not answered, it has no part: then there is nothing, and no empty text.
    return {
      ...inner,
      logic: { or: [value.logic, null] },
      fails: isMissed ? { '!': [present(value)] } : false,
    };
  }
  const option = field.kind === 'boxes' ? (field.renamed.get(next.name) ?? next.name) : undefined;
  if (option === undefined || !field.options.has(next.name))
    throw new Untranslatable(`"${shown}" has no part "${next.name}" here`, node);
  const isMissed = field.mayBeHidden && !next.isSafe;
  return {
    logic: { var: `${name}.${option}` },
    kinds: new Set<Kind>(['boolean', 'undefined']),
    fails: isMissed ? { '!': [value.logic] } : false,
    read: { name: `${shown}.${next.name}`, boxes: value.logic },
  };
}

function valueTerm(field: ScriptField, name: string, shown: string): Term {
  const options =
    field.kind === 'text' && field.options.size > 0
      ? { given: field.options, renamed: field.renamed }
      : undefined;
  return {
    logic: { var: name },
    kinds: new Set<Kind>([field.kind, 'undefined']),
    fails: false,
    read: {
      name: shown,
      ...(options && { options }),
      ...(field.group !== undefined && { group: field.group }),
    },
  };
}

/** `.length` of a group or of files. */
function partOf(value: Term, { name, isSafe }: Step, node: MemberExpression): Term {
  if (name !== 'length' || !value.kinds.has('list'))
    throw new Untranslatable(`".${name}" is read of something that has no such part here`, node);
  if (isSafe) {
    const logic: JsonLogic = { if: [present(value), rowCount(value).logic, null] };
    return { logic, kinds: new Set<Kind>(['number', 'undefined']), fails: value.fails };
  }
  const fails = value.kinds.has('undefined') ? failsOr(value.fails, { '!': [present(value)] }) : value.fails;
  return rowCount({ ...value, fails });
}
