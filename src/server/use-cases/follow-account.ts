import { isDeepStrictEqual } from 'node:util';
import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Identity } from '#server/ports/identity.ts';
import {
  accountAfter,
  accountOf,
  locksWereAsked,
  provenValues,
  saysTheSame,
} from '#server/processes/account.ts';
import { levelToOpen } from '#server/processes/admission.ts';
import { applicantOf, hasPostbox } from '#server/processes/applicant.ts';
import { feeAfterLogin } from '#server/processes/fee.ts';
import { formOf } from '#server/processes/form.ts';
import { accepts, factsOf, type ProcessRow } from '#server/processes/row.ts';
import { openProcesses, selectProcess, storeProcess } from '#server/processes/sealed-row.ts';
import { isSamePerson, type Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { compareAll } from '#server/workflow/compare.ts';
import { moveProcess } from '#server/workflow/move.ts';

/** The login that has just taken place, whatever else the session proves. */
type Login = Pick<Identity, 'trustLevel' | 'company' | 'name'>;

/**
 * Updates the drafts of a person who has just logged in with the present state of the account: its postbox may be new
 * or closed, the login may have another fee, and its data may differ from the draft. A login updates only drafts that
 * it may open, and for a company only those of the acting person. Applications that are being sent continue as
 * confirmed.
 */
export async function followAccount(context: ServerContext, session: Session, login: Login): Promise<void> {
  if (session.userId === null) return;
  await recorded(context, async (trx) => {
    const stored = await selectProcess(trx)
      .where('userId', '=', session.userId)
      .where('status', '!=', 'SUBMITTED')
      .orderBy('id')
      .forUpdate()
      .execute();
    const drafts = await openProcesses(context, trx, stored);
    for (const draft of drafts.filter((it) => mayFollow(context, login, it))) {
      const followed = await followLogin(context, trx, session, draft);
      if (!factsOf(followed).running) await followData(context, trx, session, followed);
    }
  });
}

const mayFollow = (context: ServerContext, login: Login, draft: ProcessRow): boolean =>
  reachesLevel(login.trustLevel, levelToOpen(draft, context.content().metadata.get(draft.metadataId))) &&
  (draft.applicant === null || isSamePerson(login, draft.applicant));

async function followLogin(
  context: ServerContext,
  trx: Trx,
  session: Session,
  draft: ProcessRow,
): Promise<ProcessRow> {
  const applicant = applicantOf(session);
  const metadata = context.content().metadata.get(draft.metadataId);
  // A weaker login changes neither the values of a stronger one nor their fee.
  const isWeaker =
    draft.account !== null && !reachesLevel(session.identity.trustLevel, draft.account.trustLevel);
  const feeCents =
    metadata && !isWeaker
      ? feeAfterLogin(session, metadata, formOf(context, metadata, draft.locale), draft)
      : undefined;
  const event = {
    type: 'user.changed',
    authenticatedAfterCompletion: false,
    hasPostbox: hasPostbox(session),
    feeCents,
  } as const;
  const isKnown =
    draft.applicant?.postboxHandle === applicant?.postboxHandle &&
    (feeCents === undefined || feeCents === factsOf(draft).feeCents);
  if (isKnown || !accepts(draft, event)) return draft;
  return moveProcess(context, trx, draft, event, { applicant }, { by: 'person', isNews: false });
}

/** Compares a draft with the account's data. A form that is no longer in the content asks for none. */
async function followData(
  context: ServerContext,
  trx: Trx,
  session: Session,
  draft: ProcessRow,
): Promise<void> {
  const metadata = context.content().metadata.get(draft.metadataId);
  if (!metadata) return;
  const form = formOf(context, metadata, draft.locale);
  const account = accountAfter(draft.account, accountOf(session, form));
  if (isDeepStrictEqual(account, draft.account)) return;
  // The new level would also prove values that the form locks at it, and that nobody has asked for.
  if (account !== null && !locksWereAsked(metadata, form, account)) return;
  const news = {
    account,
    ...(draft.confirmedHash !== null && { proven: provenValues(context, { ...draft, account }) }),
  };
  const told = await storeProcess(context, trx, draft, news);
  // Typed differences are shown when the form is completed. A login without news gives no reason to show them now.
  if (!saysTheSame(account, draft.account)) await compareAll(context, trx, told);
}
