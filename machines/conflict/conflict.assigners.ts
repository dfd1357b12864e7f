import type { ConflictView, DifferenceView } from '#contract/conflict.ts';
import type { ConflictChoice } from '#domain/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';
import type { ConflictContext } from './conflict.types.ts';

type Of = { context: ConflictContext };
type Update = Partial<ConflictContext>;
type Choices = ConflictContext['choices'];

const choicesFor = (differences: readonly DifferenceView[], choice: ConflictChoice): Choices =>
  Object.fromEntries(differences.map(({ key }) => [key, choice]));

/** Assigners of the conflict's actions; the machine wraps them in `assign`. */
export const conflictAssigners = {
  /**
   * Keeps the choices as long as both values of each field stay the same, and makes the choice where there is only one.
   */
  keepConflict: ({ context }: Of, conflict: ConflictView): Update => {
    const isSame = context.conflict === null || context.conflict.hash === conflict.hash;
    return {
      conflict,
      choices: {
        ...(isSame && context.choices),
        ...choicesFor(
          conflict.differences.filter(({ locked }) => locked),
          'apply',
        ),
      },
    };
  },
  keepChoice: ({ context }: Of, { key, choice }: { key: string | null; choice: ConflictChoice }): Update => {
    const open = (context.conflict?.differences ?? []).filter(({ locked }) => !locked);
    const meant = key === null ? open : open.filter((difference) => difference.key === key);
    return {
      choices: { ...context.choices, ...choicesFor(meant, choice) },
      choiceForAll: key === null ? choice : null,
    };
  },
  keepLocale: (_: Of, { locale }: { locale: Locale }): Update => ({ locale }),
  countFailedAttempt: ({ context }: Of): Update => ({ failedAttempts: context.failedAttempts + 1 }),
  keepProblem: (_: Of, { problem }: { problem: Problem }): Update => ({ problem }),
  forgetProblem: (): Update => ({ problem: null }),
};
