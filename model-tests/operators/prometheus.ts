/** A sample of a metric. */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number };
/** Values that were read at a moment, in seconds. */
export type Scrape = { at: number; samples: readonly Sample[] };

type Element = { labels: Readonly<Record<string, string>>; value: number };
type Vector = Element[];

/** Reads the text format of Prometheus. @throws Error for a line that is none */
export function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined || Number.isNaN(Number(value)) !== (value?.toLowerCase() === 'nan'))
        throw new Error(`no sample: ${line}`);
      return { name, labels: labelsOf(labels), value: Number(value) };
    });
}

const labelsOf = (text: string) =>
  Object.fromEntries(
    Array.from(text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), ([, name, value]) => [name, value]),
  );

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([a-zA-Z_]\w*)|"([^"]*)"|(\[(?:5|15)m\])|(==|[(){}<>,=/]))/y;
const AGGREGATIONS: Readonly<Record<string, (values: number[]) => number>> = {
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  sum: (values) => values.reduce((total, value) => total + value, 0),
  count: (values) => values.length,
};

/**
 * Evaluates the part of PromQL that the alert rules use, at the last of these scrapes: selectors with `=`, `[5m]` in
 * `rate`, `[15m]` in `changes`, `absent`, `abs`, `min` `max` `sum` `count` with `by`, `/`, `and`, `or`, and comparisons with a number.
 * @returns the elements for which the rule fires
 * @throws Error for anything else
 */
export function evaluate(expression: string, scrapes: readonly Scrape[]): Vector {
  const tokens = tokensOf(expression.trim());
  let at = 0;
  const peek = () => tokens[at] ?? '';
  const next = () => tokens[at++] ?? '';
  const expect = (token: string) => {
    const found = next();
    if (found !== token)
      throw new Error(`${token} is expected instead of ${found || 'the end'} in: ${expression}`);
  };
  const either = (): Vector => {
    let left = both();
    while (peek() === 'or') {
      next();
      const right = both();
      const known = new Set(left.map(({ labels }) => keyOf(labels)));
      left = [...left, ...right.filter(({ labels }) => !known.has(keyOf(labels)))];
    }
    return left;
  };
  const both = (): Vector => {
    let left = compared();
    while (peek() === 'and') {
      next();
      const known = new Set(compared().map(({ labels }) => keyOf(labels)));
      left = left.filter(({ labels }) => known.has(keyOf(labels)));
    }
    return left;
  };
  const compared = (): Vector => {
    const left = divided();
    const operator = peek();
    if (!['>', '<', '=='].includes(operator)) return left;
    next();
    const bound = Number(next());
    if (Number.isNaN(bound)) throw new Error(`a number is expected after ${operator} in: ${expression}`);
    const holds = {
      '>': (x: number) => x > bound,
      '<': (x: number) => x < bound,
      '==': (x: number) => x === bound,
    };
    return left.filter(({ value }) => holds[operator as '>'](value));
  };
  const divided = (): Vector => {
    const left = primary();
    if (peek() !== '/') return left;
    next();
    const right = primary();
    return left.flatMap(({ labels, value }) =>
      right
        .filter((other) => keyOf(other.labels) === keyOf(labels))
        .map((other) => ({ labels, value: value / other.value })),
    );
  };
  const inBrackets = (): Vector => {
    expect('(');
    const inside = either();
    expect(')');
    return inside;
  };
  const primary = (): Vector => {
    if (peek() === '(') return inBrackets();
    const name = next();
    if (!/^[a-z_]\w*$/i.test(name)) throw new Error(`${name || 'the end'} is not known in: ${expression}`);
    if (name in AGGREGATIONS) return aggregated(AGGREGATIONS[name]!);
    if (name === 'abs') return inBrackets().map(({ labels, value }) => ({ labels, value: Math.abs(value) }));
    if (name === 'absent') return inBrackets().length === 0 ? [{ labels: {}, value: 1 }] : [];
    if (name === 'rate') {
      expect('(');
      const selected = selector(next());
      expect('[5m]');
      expect(')');
      return rate(selected);
    }
    if (name === 'changes') {
      expect('(');
      const selected = selector(next());
      expect('[15m]');
      expect(')');
      return changes(selected);
    }
    if (peek() === '(') throw new Error(`the function ${name} is not known in: ${expression}`);
    return selector(name)(scrapes.at(-1)!);
  };
  const aggregated = (by: (values: number[]) => number): Vector => {
    const names = peek() === 'by' ? list() : [];
    const groups = Map.groupBy(inBrackets(), ({ labels }) =>
      keyOf(Object.fromEntries(names.map((name) => [name, labels[name] ?? '']))),
    );
    return [...groups.values()].map((group) => ({
      labels: Object.fromEntries(names.map((name) => [name, group[0]!.labels[name] ?? ''])),
      value: by(group.map(({ value }) => value)),
    }));
  };
  const list = (): string[] => {
    expect('by');
    expect('(');
    const names = [next()];
    while (peek() === ',') {
      next();
      names.push(next());
    }
    expect(')');
    return names;
  };
  const selector = (name: string): ((scrape: Scrape) => Vector) => {
    const wanted: Record<string, string> = {};
    if (peek() === '{') {
      next();
      while (peek() !== '}') {
        const label = next();
        expect('=');
        wanted[label] = next().slice(1);
        if (peek() === ',') next();
      }
      next();
    }
    return ({ samples }) =>
      samples.filter(
        (sample) =>
          sample.name === name &&
          Object.entries(wanted).every(([label, value]) => (sample.labels[label] ?? '') === value),
      );
  };
  /** The slope between the first and the last scrape; a series that is new has been 0 before. */
  const rate = (selected: (scrape: Scrape) => Vector): Vector => {
    const [first, last] = [scrapes[0]!, scrapes.at(-1)!];
    const before = new Map(selected(first).map(({ labels, value }) => [keyOf(labels), value]));
    return selected(last).map(({ labels, value }) => ({
      labels,
      value: (value - (before.get(keyOf(labels)) ?? 0)) / (last.at - first.at),
    }));
  };
  /** How often each series has another value than in the scrape before. */
  const changes = (selected: (scrape: Scrape) => Vector): Vector =>
    selected(scrapes.at(-1)!).map(({ labels }) => {
      const values = scrapes.flatMap((scrape) =>
        selected(scrape)
          .filter((other) => keyOf(other.labels) === keyOf(labels))
          .map(({ value }) => value),
      );
      return { labels, value: values.filter((value, i) => i > 0 && value !== values[i - 1]).length };
    });
  const found = either();
  if (at < tokens.length) throw new Error(`${peek()} is not known in: ${expression}`);
  return found;
}

const keyOf = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).sort());

/** Returns the words of an expression; a quoted one begins with its quote. */
function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(expression);
    if (!found) throw new Error(`${expression.slice(from)} is not known in: ${expression}`);
    const [, number, name, quoted, range, sign] = found;
    tokens.push(number ?? name ?? (quoted === undefined ? (range ?? sign!) : `"${quoted}`));
  }
  return tokens;
}
