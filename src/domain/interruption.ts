import type { Localised } from './locale.ts';
import { type LoginProviderId, loginProviderIds } from './login.ts';
import type { OperatorPerson } from './operator.ts';

/**
 * A thing that operators can interrupt: the whole portal while they maintain it (which is announced only), a partner (payment,
 * delivery, a login), or new applications for a service.
 */
export type Interrupted =
  | 'maintenance'
  | 'payment'
  | 'delivery'
  | `login:${LoginProviderId}`
  | `service:${string}`;

/** `none`: nothing is said; `announced`: said, and not yet so; `inForce`: it is so now. */
export const interruptionStates = ['none', 'announced', 'inForce'] as const;
export type InterruptionState = (typeof interruptionStates)[number];

/** An operator's words about an interruption. Moments are ISO 8601 in UTC with milliseconds: they compare as text. */
export type Said = {
  /** Sentence for people: what is the matter, and what they can do. Plain text. */
  sentence: Readonly<Localised>;
  from: string;
  /** Null until an operator ends it. */
  until: string | null;
  /** Null for whoever has the token. */
  by: OperatorPerson | null;
  /** Reason, for other operators. */
  note: string;
  /** When it was said. */
  at: string;
};

/** An interruption as people see it. */
export type ShownInterruption = {
  what: Interrupted;
  state: Exclude<InterruptionState, 'none'>;
  sentence: Readonly<Localised>;
  from: string;
  until: string | null;
};

/** Most characters of a sentence in each language. */
export const SENTENCE_LENGTH = 400;

const LOGIN = 'login:';
const SERVICE = 'service:';

/** Returns the name of what can be interrupted, as addresses and rows have it; null for anything else. */
export function interruptedOf(name: string): Interrupted | null {
  if (name === 'maintenance' || name === 'payment' || name === 'delivery') return name;
  const login = name.startsWith(LOGIN) ? name.slice(LOGIN.length) : null;
  const provider = loginProviderIds.find((id) => id === login);
  if (provider) return `login:${provider}`;
  return /^service:\d{14}$/.test(name) ? (name as `service:${string}`) : null;
}

/** Returns the service that an interruption is about; null for another one. */
export const serviceOf = (what: Interrupted): string | null =>
  what.startsWith(SERVICE) ? what.slice(SERVICE.length) : null;

/** Returns the kind of an interruption, of which there are few: a label of metrics and the key of texts. */
export const kindOf = (what: Interrupted): InterruptionKind =>
  what.startsWith(SERVICE) ? 'service' : what.startsWith(LOGIN) ? 'login' : (what as InterruptionKind);

export const interruptionKinds = ['maintenance', 'payment', 'delivery', 'login', 'service'] as const;
export type InterruptionKind = (typeof interruptionKinds)[number];
