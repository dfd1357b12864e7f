type Issue = {
  code?: string | undefined;
  input?: unknown;
  expected?: unknown;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  inclusive?: unknown;
  divisor?: unknown;
  values?: readonly unknown[];
  options?: readonly unknown[];
  errors?: readonly (readonly Issue[])[];
  path?: readonly unknown[] | undefined;
  format?: unknown;
};

/**
 * A fault in a part of a file, as a sentence for editors; the schemas' own messages come first. It is the error map of
 * zod's `safeParse`, whose words ("expected string, received undefined") are for programmers.
 */
export function issueWords(issue: Issue): string {
  const expected = expectedBy(issue);
  if (expected === null) return 'none of what is possible here fits';
  return issue.input === undefined && !isAboutValue(issue) ? `it is missing; ${expected}` : expected;
}

/** True for limits and formats, which are about an existing value, whatever the issue has kept of it. */
const isAboutValue = ({ code }: Issue): boolean =>
  code !== 'invalid_type' && code !== 'invalid_value' && code !== 'invalid_union';

function expectedBy(issue: Issue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return `${kindsOf(issue)} is expected`;
    case 'invalid_value':
      return `${either((issue.values ?? []).map((value) => JSON.stringify(value)))} is expected`;
    case 'invalid_union':
      return unionWords(issue);
    case 'too_small':
      return limitWords(issue, 'least');
    case 'too_big':
      return limitWords(issue, 'most');
    case 'not_multiple_of':
      return `a multiple of ${String(issue.divisor)} is expected`;
    case 'invalid_format':
      return FORMATS[String(issue.format)] ?? 'the text does not have the expected form';
    case 'invalid_key':
      return 'this key is not possible here';
    default:
      return 'this is not possible here';
  }
}

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Record<string, string> = {
  email: 'a mail address is expected',
  url: 'a web address is expected',
  date: 'a day is expected, as YYYY-MM-DD',
  uuid: 'a UUID is expected',
};

const kindsOf = ({ expected }: Issue): string => KINDS[String(expected)] ?? 'another kind of value';

/** The values that tell the options apart, or their kinds; null if a value of the right kind has another fault. */
function unionWords({ options, errors = [] }: Issue): string | null {
  if (options && options.length > 0) {
    return `${either(options.map((option) => JSON.stringify(option)))} is expected`;
  }
  const firsts = errors.map(([first]) => first);
  const kinds = firsts.map((first) =>
    first?.code === 'invalid_type' && first.path?.length === 0 ? kindsOf(first) : null,
  );
  return kinds.includes(null) || kinds.length === 0 ? null : `${either(kinds.map(String))} is expected`;
}

function limitWords({ origin, minimum, maximum, inclusive }: Issue, end: 'least' | 'most'): string {
  const limit = Number(end === 'least' ? minimum : maximum);
  if (origin === 'string' && end === 'least' && limit === 1) return 'the text is empty';
  if (origin === 'string') return counted(end, limit, 'character', 'characters');
  if (origin === 'array') return counted(end, limit, 'entry', 'entries');
  if (inclusive === false) return `a number ${end === 'least' ? 'above' : 'below'} ${limit} is expected`;
  return `a number of at ${end} ${limit} is expected`;
}

const counted = (end: string, count: number, one: string, several: string): string =>
  `at ${end} ${count} ${count === 1 ? `${one} is` : `${several} are`} expected`;

const either = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([...new Set(names)]);
