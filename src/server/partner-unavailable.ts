/** A partner (identity, payment, delivery) did not answer, or not as its protocol requires. Worth a retry. */
export class PartnerUnavailable extends Error {
  readonly partner: string;

  constructor(partner: string, reason: string, options?: ErrorOptions) {
    super(`${partner}: ${reason}`, options);
    this.name = 'PartnerUnavailable';
    this.partner = partner;
  }
}
