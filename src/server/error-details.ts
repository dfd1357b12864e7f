/** Facts of an error that may be logged, without the data that it concerns. */
export type ErrorDetails = {
  type: string;
  message?: string;
  code?: string;
  status?: number;
  /** Object that the database refused, by the names of the schema. */
  table?: string;
  column?: string;
  constraint?: string;
  routine?: string;
  partner?: string;
  problemType?: string;
  /** Queue of an error of the job queue. */
  queue?: string;
  stack?: string[];
  cause?: ErrorDetails;
};

const DEEPEST = 5;
const LONGEST_MESSAGE = 300;
const MAX_FRAMES = 12;

/** Names that programs assign: no spaces, no text that a person may have typed into a form. */
const NAME_LIKE = /^[\w.$:/@-]{1,80}$/;

/**
 * Returns the facts of an error that may be logged, by an allow-list. Messages appear only where their words are the
 * program's own, without quotations. Statements, their values, details of rows, and all other additions of libraries
 * are left out.
 */
export function errorDetails(error: unknown, depth = 0): ErrorDetails {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  const given = error as Record<string, unknown>;
  const message = messageOf(given);
  return {
    type: typeOf(given),
    ...(message && { message }),
    ...named(given, ['code', 'table', 'column', 'constraint', 'routine', 'partner', 'problemType', 'queue']),
    ...(typeof given.status === 'number' && { status: given.status }),
    ...(typeof given.stack === 'string' && { stack: framesOf(given.stack, given.message) }),
    ...(isErrorLike(given.cause) && depth < DEEPEST && { cause: errorDetails(given.cause, depth + 1) }),
  };
}

/** Errors, and the copies of them that the job queue and workers pass on. */
export const isErrorLike = (value: unknown): value is object =>
  value instanceof Error ||
  (typeof value === 'object' && value !== null && 'message' in value && 'stack' in value);

function named<K extends string>(given: Record<string, unknown>, keys: readonly K[]): { [P in K]?: string } {
  const entries = keys.filter((key) => typeof given[key] === 'string' && NAME_LIKE.test(given[key]));
  return Object.fromEntries(entries.map((key) => [key, given[key]])) as { [P in K]?: string };
}

const typeOf = (given: Record<string, unknown>): string => {
  // The embedded database's own class has no name of its own.
  if (isOfDatabase(given)) return 'DatabaseError';
  const { name } = given;
  const own = given.constructor?.name;
  if (typeof name === 'string' && NAME_LIKE.test(name) && name !== 'Error' && name !== 'error') return name;
  return own && NAME_LIKE.test(own) ? own : 'Error';
};

/** Whether an error is the database's or a partner's: its message may repeat sent data, and its code is enough. */
const isOfDatabase = ({ code }: Record<string, unknown>): boolean =>
  typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E');
const isOfPartner = ({ name }: Record<string, unknown>): boolean => name === 'DeliveryRefused';

/** Quotations by V8 and Node of the text that they failed on: `Unexpected token 'L', "Lindemann" is not valid JSON`. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|„[^“]*“|“[^”]*”/g;
const OPEN_QUOTE = /["'`„“].*$/s;

function messageOf(given: Record<string, unknown>): string | undefined {
  if (typeof given.message !== 'string' || isOfDatabase(given) || isOfPartner(given)) return undefined;
  const [line = ''] = given.message.split('\n');
  return line.replaceAll(QUOTED, '…').replace(OPEN_QUOTE, '…').slice(0, LONGEST_MESSAGE);
}

/** Returns the place of the error, without the message at the start of a stack. */
const framesOf = (stack: string, message: unknown): string[] =>
  stack
    .replace(String(message), '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*(:\d+:\d+\)?|<anonymous>\)?|native\)?)$/.test(line))
    .slice(0, MAX_FRAMES);
