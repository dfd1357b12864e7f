import { createHash } from 'node:crypto';
import type { Mutant, Place } from './mutant.ts';
import { children, type Node, parse } from './nodes.ts';
import { isSaidOnly, placesAt } from './operators.ts';
import { asProperty, isLook } from './screen-operators.ts';

/** The name of the switch: a function in every process that runs instrumented code (switch.ts). */
const SWITCH = '__mutant';

export type Instrumented = { code: string; mutants: Mutant[] };

/** The code of a file with all its mutants in it, each behind the switch; numbered from `first`. */
export function instrument(file: string, code: string, first: number): Instrumented {
  const places = merge(collect(file, code));
  const mutants: Mutant[] = [];
  const seen = new Map<string, number>();
  const numbered = places.map((place) => ({
    ...place,
    indices: place.changes.map(({ operator, text }) => {
      const original = code.slice(place.start, place.end);
      const index = first + mutants.length;
      const id = identify(file, operator, original, text, seen);
      const line = code.slice(0, place.start).split('\n').length;
      mutants.push({ index, id, file, line, operator, original, replacement: text });
      return index;
    }),
  }));
  return { code: render(0, code.length, numbered, code), mutants };
}

/** All places, from outside to inside. */
function collect(file: string, code: string): Place[] {
  const isMachine = file.startsWith('machines/');
  const isScreen = file.endsWith('.tsx');
  const places: Place[] = [];
  const visit = (node: Node, ancestors: Node[]) => {
    if (isSaidOnly(node, code) || isUntouched(node)) return;
    for (const [key, child] of children(node)) {
      if (isName(node, key) || (isScreen && isLook(child))) continue;
      const around = { parent: node, key, ancestors: [node, ...ancestors] };
      if (!isSaidOnly(child, code)) places.push(...placesAt(child, around, code, isMachine));
      visit(child, around.ancestors);
    }
  };
  visit(parse(file, code), []);
  return places;
}

/** Patterns and names are not values. */
const isName = (node: Node, key: string) =>
  (key === 'key' && !node.computed) ||
  key === 'params' ||
  (key === 'left' && node.type === 'AssignmentExpression');

const isUntouched = ({ type, importKind }: Node) =>
  type === 'ImportDeclaration' || type === 'ExportAllDeclaration' || importKind === 'type';

/** One place for all changes of the same code; outer places first. */
function merge(places: Place[]): Place[] {
  const merged = new Map<string, Place>();
  for (const place of places) {
    const key = `${place.start}-${place.end}-${place.kind}`;
    const known = merged.get(key);
    if (known) known.changes.push(...place.changes.filter((change) => !has(known, change.text)));
    else merged.set(key, { ...place, changes: [...place.changes] });
  }
  const kinds = ['statement', 'element', 'property', 'attribute', 'child', 'expression'];
  return [...merged.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
  );
}

const has = (place: Place, text: string) => place.changes.some((change) => change.text === text);

function identify(file: string, operator: string, original: string, text: string, seen: Map<string, number>) {
  const key = [file, operator, original, text].join('\0');
  const times = seen.get(key) ?? 0;
  seen.set(key, times + 1);
  return createHash('sha1').update(`${key}\0${times}`).digest('hex').slice(0, 8);
}

type Numbered = Place & { indices: number[] };

/** Code from one position to another, with the places in it, which are in order. */
function render(start: number, end: number, places: Numbered[], code: string): string {
  let text = '';
  let at = start;
  for (let next = 0; next < places.length; ) {
    const place = places[next]!;
    let after = next + 1;
    while (after < places.length && places[after]!.end <= place.end && places[after]!.start < place.end)
      after += 1;
    const inner = render(place.start, place.end, places.slice(next + 1, after), code);
    text += code.slice(at, place.start) + wrap(place, inner);
    at = place.end;
    next = after;
  }
  return text + code.slice(at, end);
}

function wrap({ kind, changes, indices }: Numbered, inner: string): string {
  const isOn = (index: number | undefined) => `${SWITCH}(${index})`;
  const [index] = indices;
  if (kind === 'statement') return `{ if (!${isOn(index)}) { ${inner} } }`;
  if (kind === 'property') return `...(${isOn(index)} ? {} : { ${inner} })`;
  if (kind === 'attribute') return `{...(${isOn(index)} ? {} : { ${asProperty(inner)} })}`;
  if (kind === 'child') return `{${isOn(index)} ? null : (${inner})}`;
  if (kind === 'element') return `...(${isOn(index)} ? [] : [${inner}])`;
  return changes.reduceRight(
    (rest, { text }, at) => `(${isOn(indices[at])} ? (${text}) : ${rest})`,
    `(${inner})`,
  );
}
