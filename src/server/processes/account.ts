import type { DataSource } from '#domain/conflict.ts';
import type { Difference, Proof } from '#forms/account.ts';
import type { ServerContext } from '#server/context.ts';
import type { EngineForm } from '#server/ports/form.ts';
import type { Session } from '#server/sessions/session.ts';
import type { KeptAccount, ProvenValues } from '#server/storage/tables.ts';
import { formOf, metadataOf } from './offer.ts';
import type { ProcessRow } from './row.ts';

/** What a login says about the data of a form: only what the form asks for. Null without an account. */
export function accountOf(
  { userId, identity, authenticatedAt }: Session,
  { asked }: EngineForm,
): KeptAccount | null {
  const { providerId, trustLevel, userData } = identity;
  if (userId === null || providerId === 'anon' || authenticatedAt === null) return null;
  const values = Object.fromEntries(Object.entries(userData).filter(([name]) => asked.has(name)));
  return { providerId, trustLevel, at: authenticatedAt.toISOString(), values };
}

/**
 * The account as far as its values may be held against the form: only where the form's metadata says so
 * (enableDataComparison).
 */
export const proofOf = (context: ServerContext, row: ProcessRow): Proof | null =>
  metadataOf(context, row).enableDataComparison ? row.account : null;

/** The differences between the account and the form that the person still has to decide. */
export function openDifferences(context: ServerContext, row: ProcessRow): Difference[] {
  const proof = proofOf(context, row);
  if (proof === null) return [];
  const form = formOf(context, metadataOf(context, row), row.locale);
  return form.differences(row.data, proof, row.decisions ?? []);
}

/** The login that vouches for values; null where it vouches for none. */
export const sourceOf = (proven: ProvenValues | null): DataSource | null =>
  proven === null || proven.fields.length === 0
    ? null
    : { providerId: proven.providerId, trustLevel: proven.trustLevel, at: proven.at };
