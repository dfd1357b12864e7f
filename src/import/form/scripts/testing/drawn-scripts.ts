/** A choice of one of several, by a generator of random values. */
export type Pick = <T>(...list: readonly T[]) => T;

/** Where a script stands: on the page, in a container, in one that may be hidden, or in the rows of a group. */
export type Place = 'page' | 'container' | 'hidden' | 'row';

const TEXTS = ["'ja'", "'nei'", "'Eva'", "''", "'0'", "'12'", "'a b'", "'ikke-alle'", "'a_b'"];
const NUMBERS = ['0', '1', '2.5', '12', '-1'];

/** Names that a script finds at its place, by the kind of their values. */
function namesAt(
  place: Place,
): Record<'text' | 'number' | 'truth' | 'choice' | 'list' | 'presence', string[]> {
  const row = place === 'row' ? ['row.'] : place === 'page' ? ['row.'] : [];
  const both = (...keys: string[]) =>
    keys.flatMap((key) => [`data.${key}`, ...(place === 'page' ? [`row.${key}`] : [])]);
  // What comes after a script cannot be referred to.
  const later = place === 'container' ? [] : ['w.t', 'w?.t'];
  const boxes = ['b.x', 'b.y', "b['z z']", 'h.x', 'h?.y', "h?.['z z']"];
  const rows = {
    text: place === 'hidden' ? ['row.t', 'data.w.t', 'data.w.t'] : place === 'page' ? [] : ['row.t'],
    number: place === 'row' ? ['row.n'] : [],
    truth: place === 'row' ? ['row.c', 'row.b.x', "row['b'].y"] : [],
    choice: place === 'row' || place === 'container' ? ['row.q'] : [],
  };
  return {
    text: [...both('t', 'u', 'i.identitetsnummer', 'k.t', 'k?.t', ...later), ...rows.text],
    number: [...both('n', 'o'), ...rows.number],
    truth: [...both('c', 'e', ...boxes), ...rows.truth],
    choice: [...both('r', 's', 'v.value', 'v?.value', 'i.harDuFodselsnummer', 'k.q'), ...rows.choice],
    list: both('g', 'f'),
    presence: [...both('d', 'i.fodselsdato'), ...(row.length > 0 && place === 'page' ? ['row.d'] : [])],
  };
}

/** A condition, as people write them into the builder. */
export function drawCondition(pick: Pick, place: Place, depth = 3): string {
  const names = namesAt(place);
  const inner = () => drawCondition(pick, place, depth - 1);
  const kind =
    depth === 0
      ? pick(5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
      : pick(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  switch (kind) {
    case 0:
      return `(${inner()}) && (${inner()})`;
    case 1:
      return `(${inner()}) || (${inner()})`;
    case 2:
      return `!(${inner()})`;
    case 3:
      return `(${inner()}) ? (${inner()}) : (${inner()})`;
    case 4:
      return `!!(${inner()})`;
    case 5:
      return `${pick(...names.choice)} ${pick('===', '!==', '==', '!=')} ${pick(...TEXTS)}`;
    case 6:
      return `${pick(...names.text)} ${pick('===', '!==', '==', '!=')} ${pick(...TEXTS, 'undefined', '0', '12', 'true')}`;
    case 7:
      return `${pick(...names.truth)} ${pick('===', '!==')} ${pick('true', 'false')}`;
    case 8:
      return `${drawNumber(pick, place)} ${pick('<', '>', '<=', '>=', '===', '!==')} ${pick(...NUMBERS, drawNumber(pick, place))}`;
    case 9:
      return pick(
        ...names.truth,
        ...names.text,
        ...names.choice,
        ...names.presence,
        ...names.number,
        ...names.list,
      );
    case 10:
      return `[${pick(...TEXTS)}, ${pick(...TEXTS)}].includes(${pick(...names.text, ...names.choice)})`;
    case 11:
      return `${pick('_.some', '_.every')}(data.g, ${pick('row', 'x', '(rad)')} => ${drawRowTest(pick)})`;
    case 12:
      return `data.g.${pick('some', 'every')}(function (row) { return ${drawRowTest(pick).replaceAll('ROW.', 'row.')}; })`;
    case 13:
      return `${pick(...names.text)} ${pick('<', '>', '>=')} ${pick(...NUMBERS)}`;
    default:
      return `${pick('_.includes', '_.isEmpty', 'Boolean')}(${pick(...names.text)}${pick('', ", 'a'", ", 'ja'")})`;
  }
}

function drawNumber(pick: Pick, place: Place): string {
  const { number, list } = namesAt(place);
  const one = () => pick(...number, ...number.map((name) => `(${name} || 0)`));
  return pick(
    one(),
    `(${one()} ${pick('+', '-', '*', '/')} ${pick(one(), ...NUMBERS)})`,
    `${pick(...list)}.length`,
    `_.size(data.g)`,
    `parseFloat(${pick('data.t', ...number)})`,
  );
}

/** A test of a row; `ROW.` stands for whatever the function calls it. */
function drawRowTest(pick: Pick): string {
  const test = () =>
    pick(
      `ROW.q === ${pick(...TEXTS)}`,
      `ROW.t !== ${pick(...TEXTS)}`,
      `ROW.n > ${pick(...NUMBERS)}`,
      'ROW.c',
      'ROW.c === true',
      'ROW.b.x === true',
      "!ROW.b['z z']",
      'ROW.b.y === false',
    );
  return pick(test(), `(${test()}) && (${test()})`, `!(${test()}) || ${test()}`);
}

/** A whole script around a condition, in the ways that people write them. */
export function drawScript(pick: Pick, place: Place, result: string): string {
  const named = (text: string) =>
    text.replace(
      /(\(?)(\w+)(\)?) => ([^=].*)$/,
      (_, open, name, close, rest) => `${open}${name}${close} => ${rest}`,
    );
  const condition = () => named(drawCondition(pick, place));
  const text = pick(
    () => `${result} = ${condition()};`,
    () => `${result}=${condition()}`,
    () => `const one = ${condition()};\nlet other = ${condition()};\n${result} = one && !other;`,
    () => `var hide = ${condition()}; // not\n${result} = !hide;`,
    () => `if (${condition()}) { ${result} = true; } else { ${result} = ${condition()}; }`,
    () => `${result} = false;\nif (${condition()}) ${result} = true;`,
    () => `if (${condition()}) { return ${condition()}; }\n${result} = ${condition()}`,
    () => `function is(x) { return x === 'ja' }\n${result} = is(data.t) || ${condition()};`,
  )();
  return withRows(text);
}

/** Gives `ROW.` the name that the function around it has for a row. */
const withRows = (text: string): string =>
  text
    .replace(/\(data\.g, \(?(\w+)\)? => (.*)/g, (all, name: string) => all.replaceAll('ROW.', `${name}.`))
    .replaceAll('ROW.', 'row.');

export { drawNumber };
