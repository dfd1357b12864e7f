import type { ForEveryEvent, InternalEvent } from '../paths/subject.ts';
import { shortId } from './internal-events.ts';

const gist = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return '';
  const { code, status, checked } = value as { code?: unknown; status?: unknown; checked?: unknown };
  if (typeof checked === 'boolean') return checked ? ' (checked)' : ' (not checked yet)';
  return typeof code === 'string' ? ` (${code})` : typeof status === 'string' ? ` (${status})` : '';
};

/** Sentences for the ends of calls and waits in any flow. */
export const internalSentences: ForEveryEvent<InternalEvent, string> = {
  'xstate.done': ({ actorId, output }) => `${shortId(actorId)} succeeds${gist(output)}`,
  'xstate.error': ({ actorId, error }) => `${shortId(actorId)} fails${gist(error)}`,
  'xstate.after': () => 'time passes',
};

/** The internal kinds, for the lists that must be complete. */
export const internalTypes = {
  'xstate.done': true,
  'xstate.error': true,
  'xstate.after': true,
} as const satisfies Record<keyof typeof internalSentences, true>;
