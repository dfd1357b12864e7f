import type { Locale } from '#domain/locale.ts';

/** An e-mail as the mail server gets it: the same words twice, as plain text and as HTML. */
export type Letter = {
  /** The part of its Message-ID before the @: the same in every try, so that a repeat can be recognised. */
  id: string;
  /** Address of the person (mailAddress). */
  to: string;
  /** Address that answers go to. */
  replyTo: string;
  /** Name of the sender beside the address of the installation. */
  fromName: string;
  locale: Locale;
  subject: string;
  text: string;
  html: string;
};

/** The mail server of the installation. */
export type Mailer = {
  /**
   * Hands over an e-mail. It may arrive twice when the answer of the mail server is lost.
   * @throws MailRefused when a repeat is pointless
   * @throws MailDeferred when a repeat may succeed
   */
  send(letter: Letter): Promise<void>;
};

/** The mail server refuses this e-mail for good. The message names codes, and never the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The mail server does not take the e-mail now, or cannot be reached. The message never names the address. */
export class MailDeferred extends Error {
  override name = 'MailDeferred';
}
