import { isOneOf, isTransient, levelIsTooLow, type Problem, sessionHasEnded } from '../kit/problem.ts';
import { appliedSending } from './saving.assigners.ts';
import { saysTheSame } from './saving.equal.ts';
import type { SavingContext, Stored } from './saving.types.ts';

type Of = { context: SavingContext };
type About = { problem: Problem };

/** Tells whether the server has the entries of the screen; the page may be another one. */
export const entriesAreSaved = ({ content, savedContent }: SavingContext): boolean =>
  saysTheSame(content.data, savedContent.data);

/** Tells whether the server has the last revision. */
export const isCurrent = ({ revision, savedRevision }: SavingContext): boolean => revision === savedRevision;

/** Guards of the saving. */
export const savingGuards = {
  somethingIsUnsaved: ({ context }: Of) => !isCurrent(context),
  /** Only the page is another one, or the form server has the entries: a person who leaves at once loses nothing. */
  nobodyTypes: ({ context }: Of) => entriesAreSaved(context),
  /** The content is entries, which the person can correct; the content of a form server stays the same. */
  entriesAreHere: ({ context }: Of) => context.content.data !== undefined,
  /** The newer state may be this window's own: an answer was lost, or a page before this one has written entries. */
  newerStateMayBeOwn: ({ context }: Of, { problem }: About) =>
    problem.code === 'version-conflict' &&
    (context.unanswered.length > 0 || context.content.data !== undefined),
  stateIsNewer: (_: Of, { problem }: About) => problem.code === 'version-conflict',
  /** Another login is needed before anything can be saved; the screen waits for it. */
  loginIsMissing: (_: Of, { problem }: About) => sessionHasEnded(problem) || levelIsTooLow(problem),
  editedElsewhere: (_: Of, { problem }: About) => problem.code === 'edited-elsewhere',
  retryMayHelp: (_: Of, { problem }: About) => isTransient(problem),
  processIsGone: (_: Of, { problem }: About) =>
    isOneOf(problem, 'not-found', 'draft-expired', 'status-conflict'),
  earlierPageWrote: (_: Of, { form, own }: Stored) => form !== null && own,
  ownWriteArrived: ({ context }: Of, stored: Stored) => appliedSending(context, stored) !== undefined,
};
