import type { ServerContext } from '#server/context.ts';
import { endCase } from '#server/form-cases/form-case.ts';
import { endOfProcess } from '#server/handovers/incoming.ts';
import { eraseMails } from '#server/mails/row.ts';
import { attemptsOf } from '#server/payment/attempt.ts';
import { noteRefund } from '#server/payment/refund.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Trx } from '#server/storage/database.ts';
import { isDelivered } from '#server/submission/row.ts';

/**
 * Erases a process with its files and submission. Money for an application that no authority has received is noted
 * for the operators. Payments without an outcome stay, without personal data, while the provider is still asked about
 * them.
 */
export async function eraseProcess(context: ServerContext, trx: Trx, row: ProcessRow): Promise<void> {
  if (row.status !== 'SUBMITTED' && !(await isDelivered(trx, row.id))) {
    const attempts = await attemptsOf(trx, row.id);
    await noteRefund(
      context,
      trx,
      attempts.filter(({ state }) => state === 'paid'),
    );
  }
  await endCase(context, trx, row);
  await endOfProcess(trx, row.id, context.now());
  await eraseMails(trx, row);
  await trx.deleteFrom('process').where('id', '=', row.id).execute();
}
