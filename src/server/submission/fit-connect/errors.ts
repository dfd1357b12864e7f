import { HTTPError, isKyError, type KyRequest } from 'ky';
import * as z from 'zod';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';

export const DELIVERY_PARTNER = 'delivery service';

/** Temporary failures: the call is repeated with back-off (RFC 9110, FIT-Connect rate limits). */
export const passingStatuses: readonly number[] = [408, 429, 500, 502, 503, 504];

const problemSchema = z.looseObject({
  type: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
});

/** The delivery service refused (RFC 9457 problem, or a package that cannot be sent), so repeating does not help. */
export class DeliveryRefused extends Error {
  /** HTTP status of the answer; 0 when our side refused. */
  readonly status: number;
  /** URI of the problem's type, null when none was given. */
  readonly problemType: string | null;

  constructor(reason: string, status = 0, problemType: string | null = null) {
    super(`${DELIVERY_PARTNER} refused: ${reason}`);
    this.name = 'DeliveryRefused';
    this.status = status;
    this.problemType = problemType;
  }
}

/** The announcement is gone (incomplete ones are deleted after a day); nothing was sent: announce again. */
export class AnnouncementExpired extends DeliveryRefused {
  constructor(submissionId: string) {
    super(`the announcement ${submissionId} no longer exists`, 404);
    this.name = 'AnnouncementExpired';
  }
}

/** The package is sealed for a key or a destination that is no longer valid; nothing was sent: seal it again. */
export class SealOutdated extends DeliveryRefused {
  constructor(destinationId: string) {
    super(`the package is not sealed for the present key of ${destinationId}`);
    this.name = 'SealOutdated';
  }
}

/** Name of the error below, by which a postponed step remembers it. */
export const SCHEMA_NOT_OFFERED = 'SchemaNotOffered';

/**
 * The destination does not take the data: for this service and place it offers none of our formats, or reads other
 * metadata. Nothing was sent, and it may be sent as soon as one side has changed. Its software would refuse the data
 * later, when the person has a receipt (FIT-Connect, structure of a submission).
 */
export class SchemaNotOffered extends PartnerUnavailable {
  constructor(reason: string) {
    super(DELIVERY_PARTNER, reason);
    this.name = SCHEMA_NOT_OFFERED;
  }
}

/** Name of the error below, by which a postponed step remembers it. */
export const DATA_UNFIT = 'DataUnfit';

/**
 * The data does not fit the schema of the format that the content names for it. Nothing was sent; the authority's
 * software would refuse it. It may be sent as soon as the content is mended.
 */
export class DataUnfit extends PartnerUnavailable {
  constructor(reason: string) {
    super(DELIVERY_PARTNER, reason);
    this.name = DATA_UNFIT;
  }
}

/**
 * Returns our error for any fault of a call: refused for good, or unavailable and worth a retry. The HTTP client's
 * own errors contain the whole request, with secrets and personal data. They are not passed on, not even as cause.
 */
export function deliveryFault(error: unknown): Error {
  if (error instanceof DeliveryRefused || error instanceof PartnerUnavailable) return error;
  if (!(error instanceof HTTPError)) {
    const reason = error instanceof Error ? error.message : 'no answer';
    const cause = isKyError(error) ? error.cause : error;
    return new PartnerUnavailable(DELIVERY_PARTNER, reason, { cause });
  }
  const { status } = error.response;
  const where = `${callOf(error.request)} answered ${status}`;
  if (passingStatuses.includes(status)) return new PartnerUnavailable(DELIVERY_PARTNER, where);
  const problem = problemSchema.safeParse(error.data);
  if (!problem.success) return new DeliveryRefused(where, status);
  const { type, title, detail } = problem.data;
  const words = [title, detail].filter((word) => word !== undefined).join(' – ');
  return new DeliveryRefused(words ? `${where}: ${words}` : where, status, type);
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof DeliveryRefused && error.status === status;
}

function callOf(request: KyRequest): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}
