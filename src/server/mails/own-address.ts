import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { mailAddress } from './smtp/address.ts';

/**
 * Returns the address for e-mails about an application: the one that the person has entered as their own. Null without
 * a mail server, and for an address that e-mails cannot go to.
 */
export const ownMailAddress = (
  { mailer }: Pick<ServerContext, 'mailer'>,
  form: EngineForm,
  data: FormData,
): string | null => (mailer === null ? null : mailAddress(form.ownMail(data) ?? ''));
