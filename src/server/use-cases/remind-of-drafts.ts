import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { ServerContext } from '#server/context.ts';
import { openForm } from '#server/engines/engines.ts';
import { ownMailAddress } from '#server/mails/own-address.ts';
import { queueMail } from '#server/mails/row.ts';
import { factsOf, isRunning, type ProcessRow } from '#server/processes/row.ts';
import { attempt } from '#server/storage/attempt.ts';
import { actByItself } from '#server/workflow/act.ts';

/** Days before its deletion at which the owner of a draft is told. */
const REMINDED_DAYS = 3;
/** Days without a change after which nobody counts as working on a draft. */
const QUIET_DAYS = 1;
/** Drafts in one run; the others are left to the next run, a minute later. */
const BATCH = 100;

/**
 * Makes an e-mail due to each person whose draft is deleted in three days, once for each date of deletion. Drafts
 * without an account end with a session, whose end the page announces.
 */
export async function remindOfDrafts(context: ServerContext): Promise<void> {
  if (!context.mailer) return;
  const now = context.now();
  const ending = await context.storage.db
    .selectFrom('process')
    .select('process.id')
    .where('userId', 'is not', null)
    .where('status', '!=', 'SUBMITTED')
    .where('wantsMails', '=', true)
    .where('availableUntil', '>', now)
    .where('availableUntil', '<=', new Date(now.getTime() + REMINDED_DAYS * DAY_MS))
    .where('updatedAt', '<=', new Date(now.getTime() - QUIET_DAYS * DAY_MS))
    .where((eb) => eb.not(isRunning))
    .where(
      sql<boolean>`not exists (
        select from mail where mail.process_id = process.id and mail.kind = 'draftEnds'
          and mail.occasion::timestamptz = date_trunc('milliseconds', process.available_until)
      )`,
    )
    .limit(BATCH)
    .execute();
  for (const { id } of ending) {
    await attempt(context, { processId: id }, () => remind(context, id));
  }
}

const remind = (context: ServerContext, processId: string) =>
  actByItself(context, processId, 'server', async ({ trx, row }) => {
    if (row.status === 'SUBMITTED' || factsOf(row).running) return;
    await queueMail(context, trx, row, {
      kind: 'draftEnds',
      occasion: row.availableUntil.toISOString(),
      recipient: addressIn(context, row),
    });
  });

/** Returns the address in a draft; null without one, and where content has lost the form. */
function addressIn(context: ServerContext, row: ProcessRow): string | null {
  const content = context.content();
  const metadata = content.metadata.get(row.metadataId);
  const form = metadata && openForm(content, metadata, row.locale);
  return form ? ownMailAddress(context, form, row.data) : null;
}
