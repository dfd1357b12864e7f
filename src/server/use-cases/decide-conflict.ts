import type { ConflictChoice } from '#domain/conflict.ts';
import type { Decision, Difference } from '#forms/account.ts';
import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { asSeenBy, decidedAsOne, openDifferences, proofOf } from '#server/processes/account.ts';
import { isWhoConfirmed, loginHolds, withCorrectable } from '#server/processes/confirming-login.ts';
import { differencesHash } from '#server/processes/differences-hash.ts';
import { formOfProcess } from '#server/processes/form.ts';
import type { ProcessRow, Spoken } from '#server/processes/row.ts';
import { assertStorable } from '#server/processes/storable-data.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';
import { moveProcess } from '#server/workflow/move.ts';
import { prepareChange, storeChange } from './change-data.ts';

/** The person's decisions by the key of the field; `hash` is that of the differences that the person has seen. */
type Decided = {
  version: number;
  hash: string;
  apply: readonly string[];
  keep?: readonly string[] | undefined;
  correct: readonly string[];
};

/** The decisions by the key of each difference. */
type Choices = Record<ConflictChoice, readonly string[]>;

/**
 * Settles the data conflict (spec section 4). Applying the account's values is "change the data": the data must be
 * confirmed again. Own entries are kept, or will be corrected; the decision is stored with the values it is about. A
 * login that has just confirmed the data also covers decided and corrected values, if it belongs to the person who
 * decides.
 * @throws ProblemError not-found, version-conflict when the person has seen other values, input-invalid when a
 * difference is not decided or a locked one is to be kept, status-conflict
 */
export async function decideConflict(
  context: ServerContext,
  session: Session,
  processId: string,
  given: Decided & Spoken,
): Promise<ProcessRow> {
  const { version, lang } = given;
  const settled = { type: 'conflict.settled' } as const;
  const unsent = given.apply.length > 0 ? await prepareChange(context, session, processId) : null;
  const grounds = { version, accepts: settled, lang, edits: true } as const;
  return act(context, session, processId, grounds, async (held) => {
    const { trx, move } = held;
    const row = asSeenBy(context, session, held.row);
    const open = openDifferences(context, row);
    if (differencesHash(open) !== given.hash) {
      throw new ProblemError('version-conflict', { version: row.version, processStatus: row.status });
    }
    const input = forAllParts(given, decidedAsOne(context, row, open));
    assertDecided(open, input);
    const corrected = correctionsOf(context, row, input);
    const named = [...open, ...corrected].map(({ key }) => key);
    const login = withCorrectable(row.confirmingLogin, named);
    const decided = {
      decisions: decisionsAfter(row, open, input, corrected),
      account: row.account,
    };
    if (input.apply.length === 0) {
      const isTheirs = isWhoConfirmed(session, row);
      return move(
        { ...settled, loginHolds: isTheirs },
        { ...decided, confirmingLogin: isTheirs ? login : null },
      );
    }
    const applied = open.filter(({ key }) => input.apply.includes(key));
    const values = Object.fromEntries(applied.map(({ key, account }) => [key, account]));
    const data = withAccountValues(context, row, values);
    assertStorable(data);
    const moved = await storeChange(context, session, held, {
      data,
      page: row.page,
      unsent,
      login: loginHolds(context, session, row) ? login : null,
      isNews: true,
    });
    return moveProcess(context, trx, moved, settled, decided, { by: 'person', isNews: false });
  });
}

function withAccountValues(
  context: ServerContext,
  row: ProcessRow,
  values: Record<string, string>,
): FormData {
  const proof = proofOf(context, row);
  return proof === null ? row.data : formOfProcess(context, row).applied(row.data, values, proof);
}

function assertDecided(open: readonly Difference[], { apply, keep, correct }: Choices): void {
  const wrong = open.flatMap(({ key, locked }) => {
    const choices = locked ? [apply] : [apply, keep, correct];
    const chosen = choices.filter((keys) => keys.includes(key));
    return chosen.length === 1 ? [] : [{ name: key, reason: locked ? 'locked' : 'decide' }];
  });
  if (wrong.length > 0) throw new ProblemError('input-invalid', { fields: wrong });
}

/** Returns the decisions for all parts of what is decided together: the person names one of them. */
function forAllParts({ apply, keep = [], correct }: Decided, together: readonly (readonly Difference[])[]) {
  const whole = (keys: readonly string[]) =>
    together.filter((parts) => parts.some(({ key }) => keys.includes(key))).flat();
  const keysOf = (keys: readonly string[]) => whole(keys).map(({ key }) => key);
  return { apply: keysOf(apply), keep: keysOf(keep), correct: keysOf(correct) };
}

function correctionsOf(context: ServerContext, row: ProcessRow, { correct }: Choices): Decision[] {
  const proof = proofOf(context, row);
  return proof === null ? [] : formOfProcess(context, row).corrections(correct, proof);
}

/** Returns earlier decisions about other fields and the new ones; an applied value needs none. */
function decisionsAfter(
  row: ProcessRow,
  open: readonly Difference[],
  { keep }: Choices,
  corrected: readonly Decision[],
): Decision[] {
  const asked = new Set([...open, ...corrected].map(({ key }) => key));
  const kept = open.filter(({ key }) => keep.includes(key));
  return [
    ...(row.decisions ?? []).filter(({ key }) => !asked.has(key)),
    ...kept.map(({ key, account, own }) => ({ key, account, own })),
    ...corrected,
  ];
}
