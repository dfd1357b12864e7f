/** Partners that the portal calls, under the names in errors and the operators' log. */
export type Partner =
  | 'payment'
  | 'delivery service'
  | 'identity'
  | 'database'
  | 'scanner'
  | 'key service'
  | 'form server'
  | 'neighbour'
  | 'feedback component'
  | 'trace collector';

/** A partner did not answer, or not as its protocol requires. A retry is worth it. */
export class PartnerUnavailable extends Error {
  readonly partner: Partner;

  constructor(partner: Partner, reason: string, options?: ErrorOptions) {
    super(`${partner}: ${reason}`, options);
    this.name = 'PartnerUnavailable';
    this.partner = partner;
  }
}
