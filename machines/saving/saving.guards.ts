import { isTransient, levelIsTooLow, type Problem, sessionHasEnded } from '../kit/problem.ts';
import { appliedSending } from './saving.assigners.ts';
import { saysTheSame } from './saving.equal.ts';
import type { SavingContext, Stored } from './saving.types.ts';

type Of = { context: SavingContext };
type About = { problem: Problem };

/** The entries on the screen are those that the server has; a page may have been turned. */
export const entriesAreSaved = ({ content, savedContent }: SavingContext): boolean =>
  saysTheSame(content.data, savedContent.data);

/** The server has the last revision. */
export const isCurrent = ({ revision, savedRevision }: SavingContext): boolean => revision === savedRevision;

/** Guards of the saving. */
export const savingGuards = {
  somethingIsUnsaved: ({ context }: Of) => !isCurrent(context),
  /** Only a page was turned, or the form server has the entries: whoever leaves right after it loses nothing. */
  nobodyTypes: ({ context }: Of) => entriesAreSaved(context),
  /** What the person corrects may be taken; what a form server has stays what it was. */
  entriesAreHere: ({ context }: Of) => context.content.data !== undefined,
  answersAreMissing: ({ context }: Of, { problem }: About) =>
    problem.code === 'version-conflict' && context.unanswered.length > 0,
  stateIsNewer: (_: Of, { problem }: About) => problem.code === 'version-conflict',
  /** Another login is needed before anything can be saved; what is on the screen waits for it. */
  loginIsMissing: (_: Of, { problem }: About) => sessionHasEnded(problem) || levelIsTooLow(problem),
  editedElsewhere: (_: Of, { problem }: About) => problem.code === 'edited-elsewhere',
  retryMayHelp: (_: Of, { problem }: About) => isTransient(problem),
  processIsGone: (_: Of, { problem }: About) =>
    problem.code === 'not-found' || problem.code === 'draft-expired' || problem.code === 'status-conflict',
  ownWriteArrived: ({ context }: Of, { stored }: { stored: Stored }) =>
    appliedSending(context, stored) !== undefined,
};
