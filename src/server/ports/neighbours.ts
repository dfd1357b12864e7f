import type { HandoverFault, HandoverStatus } from '#domain/handover.ts';
import type { Locale } from '#domain/locale.ts';

/** A refused message of another portal. */
export class HandoverRefused extends Error {
  readonly fault: HandoverFault;
  /** Id of the sender, as far as its signature proves it. */
  readonly partner: string | null;

  constructor(fault: HandoverFault, partner: string | null = null) {
    super(fault);
    this.name = 'HandoverRefused';
    this.fault = fault;
    this.partner = partner;
  }
}

/** Content of a hand-over: one person with one service at one place. */
export type HandoverMessage = {
  /** Service key (LeiKa). */
  leiKaId: string;
  /** Regional key (ARS) of the place. */
  regionalKey: string;
  locale: Locale;
  /** Address to which the person goes back. */
  returnUrl: string;
  /** The sender's name for this hand-over, used once. */
  reference: string;
  /** Values by the keys of the receiver's form. */
  externalProcessData?: Record<string, unknown>;
  /** Values by the names of an account (spec section 3, user data). */
  person?: Record<string, string>;
};

/** A hand-over whose sender is proved. */
export type ReceivedHandover = HandoverMessage & { partner: string; jti: string };

/** State of an application; number and time (ISO 8601) only after submission. */
export type HandoverStanding = {
  status: HandoverStatus;
  ticketNumber?: string | undefined;
  submittedAt?: string | undefined;
};

/** A question of another portal whose sender is proved. */
export type ReceivedQuestion = { partner: string; reference: string; jti: string };

/** Another portal, as people see it. */
export type Neighbour = { id: string; name: Record<Locale, string>; portal: string };

/** The portals that this one shares services with. */
export type Neighbours = {
  /** Whether people may be sent to this address, by the present agreements. */
  mayReturnTo(id: string, address: string): boolean;
  find(id: string): Neighbour | null;
  /** @throws HandoverRefused */
  readHandover(message: string): Promise<ReceivedHandover>;
  /** @throws HandoverRefused */
  readQuestion(message: string): Promise<ReceivedQuestion>;
  /** The signed answer to a question. */
  signStanding(question: ReceivedQuestion, standing: HandoverStanding): Promise<string>;
  /**
   * Hands over to another portal.
   * @returns the address at which the person arrives there, once, and the seconds it is good for
   * @throws PartnerUnavailable
   */
  handOver(to: string, message: HandoverMessage): Promise<{ address: string; expiresIn: number }>;
  /** Asks another portal about a hand-over. Null where the portal does not know it. @throws PartnerUnavailable */
  ask(partner: string, reference: string): Promise<HandoverStanding | null>;
};
