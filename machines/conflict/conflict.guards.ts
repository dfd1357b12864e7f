import type { ConflictView, DifferenceView } from '#contract/conflict.ts';
import { isClosedToViewer, isOneOf, type Problem } from '../kit/problem.ts';
import type { ConflictContext } from './conflict.types.ts';

type Of = { context: ConflictContext };

/** The differences that the person has not chosen anything for. */
export const undecidedOf = ({
  conflict,
  choices,
}: Pick<ConflictContext, 'conflict' | 'choices'>): readonly DifferenceView[] =>
  (conflict?.differences ?? []).filter(({ key }) => choices[key] === undefined);

/** Guards of the conflict. */
export const conflictGuards = {
  nothingIsLeft: (_: Of, conflict: ConflictView) => conflict.differences.length === 0,
  isShown: ({ context }: Of) => context.conflict !== null,
  everythingIsChosen: ({ context }: Of) => undecidedOf(context).length === 0,
  textsAreForeign: ({ context }: Of) => context.conflict?.lang !== context.locale,
  isClosedToViewer: (_: Of, { problem }: { problem: Problem }) => isClosedToViewer(problem),
  /** Another window, or another login, has changed the differences. */
  isOutdated: (_: Of, { problem }: { problem: Problem }) =>
    isOneOf(problem, 'version-conflict', 'status-conflict', 'input-invalid'),
};
