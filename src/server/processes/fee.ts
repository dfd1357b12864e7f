import type { FeeFacts } from '#domain/fee.ts';
import { feeParts } from '#domain/fee.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { FormData } from '#forms/types.ts';
import { feeAtStart, feeCents } from '#server/content/forms/fee.ts';
import type { Metadata } from '#server/content/types.ts';
import type { EngineForm } from '#server/ports/form.ts';
import type { Session } from '#server/sessions/session.ts';
import type { ProcessRow } from './row.ts';

/** Returns facts of an application that its fee may depend on, for the present login. */
const factsNow = ({ userId, identity }: Session, metadata: Metadata, area: string): FeeFacts => ({
  area,
  authority: metadata.authority.id,
  provider: userId === null ? 'anon' : identity.providerId,
  trustLevel: identity.trustLevel,
});

/** Returns the fee of valid data, in cents, for the present login. */
export const feeOf = (
  session: Session,
  metadata: Metadata,
  form: EngineForm,
  { areaKey, data }: { areaKey: string; data: FormData },
): number =>
  feeCents(metadata, {
    values: form.values(data),
    ofForm: form.fee(data),
    process: factsNow(session, metadata, areaKey),
  });

/** Returns the fee as far as it is known before the form is filled in. */
export const feeBefore = (session: Session, metadata: Metadata, areaKey: string): number =>
  feeAtStart(metadata, factsNow(session, metadata, areaKey));

/** States in which a login can still change the fee, because no payment has been offered for it. */
const begun: ReadonlySet<ProcessStatus> = new Set(['CREATED', 'EDITING']);
const completed: ReadonlySet<ProcessStatus> = new Set(['COMPLETED', 'ELECTRONIC_NOTICE_SELECTED']);

/** Returns the fee after a login; undefined where it does not depend on the login, or is not known yet. */
export function feeAfterLogin(
  session: Session,
  metadata: Metadata,
  form: EngineForm,
  row: Pick<ProcessRow, 'areaKey' | 'data' | 'status'>,
): number | undefined {
  const { rule, form: byForm } = feeParts[metadata.feeType];
  if (rule !== 'process') return undefined;
  if (completed.has(row.status)) {
    // A form that has changed since completion may not find a fee; then the confirmed one stays.
    const isKnown = !byForm || (form.fee(row.data) !== null && form.check(row.data).faults.length === 0);
    return isKnown ? feeOf(session, metadata, form, row) : undefined;
  }
  return begun.has(row.status) && !byForm ? feeBefore(session, metadata, row.areaKey) : undefined;
}
