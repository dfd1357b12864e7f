const MAX_SOURCE = 2_000;
const MAX_STATES = 20_000;

/** A place in the pattern. It leads to the next ones after a letter that it takes, or without a letter if it holds. */
export type State = {
  takes?: (letter: string) => boolean;
  holds?: (text: string, at: number) => boolean;
  next: State[];
  /** Number of the last round that visited it. */
  seen?: number;
};
/** A piece of a pattern: makes its beginning from the state that follows it. */
type Part = (next: State) => State;
export type Pattern = { heads: { begin: State; isWanted: boolean }[]; begin: State };

export class Refused extends Error {}
export const NONE = 'this is no regular expression';
export const TOO_MANY = 'the counts of the pattern are too high: there are too many ways to try for a text';

/** The end of a pattern. */
export const END: State = { next: [] };

const TOKEN =
  /\(\?<?[=!]|\(\?:|\(\?<[^>]+>|[()|^$]|(?:[*+?]|\{\d+(?:,\d*)?\})\??|\[(?:\\[\s\S]|[^\]\\])*\]|\\x[\da-f]{2}|\\u[\da-f]{4}|\\c[a-z]|\\[\s\S]|[\s\S]/giy;
const isWord = (letter: string) => /\w/.test(letter);
const isEdge = (text: string, at: number) => isWord(text.charAt(at - 1)) !== isWord(text.charAt(at));
const PLACES: Record<string, State['holds']> = {
  '^': (_, at) => at === 0,
  $: (text, at) => at === text.length,
  '\\b': isEdge,
  '\\B': (text, at) => !isEdge(text, at),
};

/**
 * Reads a pattern that is a regular expression of JavaScript.
 * @throws Refused if it contains what a pattern of a form cannot have
 */
export function compile(source: string): Pattern {
  if (source.length > MAX_SOURCE) throw new Refused('the pattern is longer than 2,000 letters');
  const tokens = source.match(TOKEN) ?? [];
  let at = 0;
  let states = 0;
  const made = (state: State): State => {
    states += 1;
    if (states > MAX_STATES) throw new Refused(TOO_MANY);
    return state;
  };

  /** Reads alternatives up to the `)` that ends them, or to the end. */
  const alternatives = (): Part => {
    const all: Part[][] = [[]];
    for (; at < tokens.length && tokens[at] !== ')'; ) {
      const token = tokens[at++] as string;
      if (token === '|') all.push([]);
      else all.at(-1)?.push(counted(piece(token)));
    }
    at += 1;
    return (next) => made({ next: all.map((parts) => parts.reduceRight((end, part) => part(end), next)) });
  };
  const piece = (token: string): Part => {
    const holds = PLACES[token];
    if (holds) return (next) => made({ holds, next: [next] });
    if (token.startsWith('(')) {
      if (/^\(\?<[=!]/.test(token)) throw new Refused('looking back is not supported in a pattern');
      if (/[=!]$/.test(token)) throw new Refused(`${token} in the middle is not supported in a pattern`);
      return alternatives();
    }
    if (token === '\\') throw new Refused(NONE);
    const takes = letterTest(token);
    return (next) => made({ takes, next: [next] });
  };
  const counted = (part: Part): Part => {
    const counts = countsOf(tokens[at] ?? '');
    if (!counts) return part;
    const [fewest, most] = counts;
    at += 1;
    return (next) => {
      let begin = next;
      if (most === Number.POSITIVE_INFINITY) {
        begin = made({ next: [next] });
        begin.next.push(part(begin));
      }
      for (let more = fewest; more < most && most < Number.POSITIVE_INFINITY; more += 1)
        begin = made({ next: [part(begin), next] });
      for (let times = 0; times < fewest; times += 1) begin = part(begin);
      return begin;
    };
  };

  const heads: Pattern['heads'] = [];
  if (tokens[0] === '^') at = 1;
  for (let token = tokens[at]; token === '(?=' || token === '(?!'; token = tokens[at]) {
    at += 1;
    heads.push({ begin: alternatives()(END), isWanted: token === '(?=' });
  }
  return { heads, begin: alternatives()(END) };
}

/** The fewest and most repetitions that a quantifier allows; null if the token is no quantifier. */
function countsOf(token: string): [fewest: number, most: number] | null {
  const [, sign, fewest, comma, most] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??$/.exec(token) ?? [];
  if (sign) return [sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY];
  if (fewest === undefined) return null;
  if (most) return [Number(fewest), Number(most)];
  return [Number(fewest), comma ? Number.POSITIVE_INFINITY : Number(fewest)];
}

/** A test for the single letter (unit of UTF-16) that a token takes. */
function letterTest(token: string): State['takes'] {
  if (token.length === 1 && token !== '.') return (letter) => letter === token;
  const [, name] = /\\([1-9k])/.exec(token.startsWith('[') ? '' : token) ?? [];
  if (name) throw new Refused(`a reference to a part of the text (\\${name}) is not supported in a pattern`);
  for (const [sign] of token.matchAll(/\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|[\s\S])/gi)) {
    if (/^\\[a-z]$/i.test(sign) && !/[dwsbtnvfr]/i.test(sign.slice(1)))
      throw new Refused(`${sign} has no meaning in a pattern`);
  }
  const test = new RegExp(`^${token}$`);
  return (letter) => test.test(letter);
}
