import type { SavedProgress } from '#contract/process-calls.ts';
import type { Locale } from '#domain/locale.ts';
import { mayHaveArrived, type Problem } from '../kit/problem.ts';
import { saysTheSame } from './saving.equal.ts';
import { joined } from './saving.joined.ts';
import { pauseOf } from './saving.retries.ts';
import type { Content, SavingContext, SavingInput, Sending, Stored } from './saving.types.ts';

type Of = { context: SavingContext };
type Update = Partial<SavingContext>;

export const savingContext = ({ parent, saveAtOnce, ...given }: SavingInput): SavingContext => ({
  ...given,
  parent: parent ?? null,
  // Unchanged content that must be saved is one revision ahead of the saved one.
  revision: saveAtOnce ? 1 : 0,
  savedRevision: 0,
  savedContent: given.content,
  sent: null,
  unanswered: [],
  savedAt: null,
  attempts: 0,
  secondsLeft: 0,
  problem: null,
});

const nothingOpen: Update = { sent: null, unanswered: [], attempts: 0, problem: null };

/** Assignments of the actions of the saving; the machine wraps them in `assign`. */
export const savingAssigners = {
  keepContent: ({ context }: Of, { content }: { content: Content }): Update => ({
    content,
    revision: context.revision + 1,
  }),

  keepLocale: (_: Of, { locale }: { locale: Locale }): Update => ({ locale }),

  noteSending: ({ context: { revision, content } }: Of): Update => ({ sent: { revision, content } }),

  keepSaved: ({ context }: Of, saved: SavedProgress): Update => ({
    ...nothingOpen,
    version: saved.version,
    savedAt: saved.savedAt,
    savedRevision: context.sent!.revision,
    savedContent: context.sent!.content,
  }),

  /** Adopts the version of a write whose answer alone was lost. The answer about a case has still to be asked for. */
  adoptVersion: ({ context }: Of, stored: Stored): Update => {
    const { revision, content } = appliedSending(context, stored)!;
    return {
      ...nothingOpen,
      version: stored.version,
      ...(stored.form !== null && { savedRevision: revision, savedContent: content }),
    };
  },

  /** Puts the entries of an earlier page of this window and those of this one together. */
  joinEarlier: ({ context }: Of, { version, data }: Stored): Update => {
    const { content, savedContent, revision } = context;
    const page = content.data ? content.page : null;
    return {
      ...nothingOpen,
      version,
      content: { data: joined(savedContent.data ?? {}, data, content.data ?? {}), page },
      revision: revision + 1,
      savedContent: { data, page },
    };
  },

  keepProblem: ({ context }: Of, { problem }: { problem: Problem }): Update => ({
    problem,
    unanswered: mayHaveArrived(problem) ? [...context.unanswered, context.sent!] : context.unanswered,
    sent: null,
    attempts: context.attempts + 1,
  }),

  beginPause: ({ context }: Of): Update => ({ secondsLeft: Math.ceil(pauseOf(context) / 1000) }),
  countSecond: ({ context }: Of): Update => ({ secondsLeft: Math.max(1, context.secondsLeft - 1) }),
};

/** Returns the unanswered write that the server applied; undefined when somebody else wrote. */
export function appliedSending({ version, unanswered }: SavingContext, stored: Stored): Sending | undefined {
  if (stored.version !== version + 1) return undefined;
  if (stored.form === null) return unanswered.at(-1);
  return unanswered.find(({ content }) => saysTheSame(content.data, stored.data));
}
