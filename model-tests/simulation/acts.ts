import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import { confirmationHash, metadataOf } from '#server/processes/form.ts';
import { statementsOf } from '#server/processes/statements.ts';
import type { Session } from '#server/sessions/session.ts';
import { findSubmission } from '#server/submission/row.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { checkPaymentsOf } from '#server/use-cases/check-payment.ts';
import { completeForm } from '#server/use-cases/complete-form.ts';
import { deleteDraft } from '#server/use-cases/delete-draft.ts';
import { giveUpDelivery } from '#server/use-cases/give-up.ts';
import { removeSent } from '#server/use-cases/remove-sent.ts';
import { requestSubmission } from '#server/use-cases/request-submission.ts';
import { startPayment } from '#server/use-cases/start-payment.ts';
import { deliveryMark, tryDeliveryNow } from '#server/use-cases/try-now.ts';
import { readOwned } from '#server/workflow/act.ts';

/**
 * Everything that the person can do with an application, whatever its status: the portal refuses the impossible.
 * @returns the page on which to pay, where the act leads there
 */
type Act = (context: ServerContext, session: Session, id: string) => Promise<unknown>;

/** Saves other answers: for the service with a fee, another fee as well. */
const change: Act = async (context, session, id) => {
  const { version, data } = await readOwned(context, session, id);
  await changeData(context, session, id, { version, data: otherAnswers(data), page: null });
};

const otherAnswers = (data: FormData): FormData =>
  'duration' in data
    ? { ...data, duration: data.duration === 'one' ? 'five' : 'one' }
    : { ...data, phoneNumber: data.phoneNumber === '' ? '+49 431 123456' : '' };

const confirm: Act = async (context, session, id) => {
  const row = await readOwned(context, session, id);
  const statements = statementsOf(metadataOf(context, row), 'de').map(({ id, version }) => ({ id, version }));
  const hash = confirmationHash(context, row) ?? '';
  await completeForm(context, session, id, { version: row.version, hash, statements, wantsMails: true });
};

const pay: Act = async (context, session, id) => {
  const { version } = await readOwned(context, session, id);
  return (await startPayment(context, session, id, { version })).redirectUrl;
};

export const acts = {
  change,
  confirm,
  pay,
  checkPayment: (context, session, id) => checkPaymentsOf(context, session, id),
  send: (context, session, id) => requestSubmission(context, session, id, {}),
  deleteDraft: (context, session, id) => deleteDraft(context, session, id, false),
  deletePaidDraft: (context, session, id) => deleteDraft(context, session, id, true),
  remove: (context, session, id) => removeSent(context, session, id),
} satisfies Record<string, Act>;
export type ActName = keyof typeof acts;

/** The acts of an operator on a delivery; nothing happens where none waits. */
export const repairs = {
  giveUp: async (context: ServerContext, id: string): Promise<unknown> => {
    const row = await findSubmission(context, id);
    return row && giveUpDelivery(context, id, { seen: deliveryMark(row), reason: 'away' });
  },
  tryNow: async (context: ServerContext, id: string): Promise<unknown> => {
    const row = await findSubmission(context, id);
    return row && tryDeliveryNow(context, id, deliveryMark(row));
  },
};
