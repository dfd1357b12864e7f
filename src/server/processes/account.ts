import { isDeepStrictEqual } from 'node:util';
import type { DataSource } from '#contract/shapes.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import { personFields } from '#domain/user-data.ts';
import type { Decision, Difference, Proof } from '#forms/account.ts';
import type { FormData } from '#forms/types.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import type { KeptAccount, ProvenValues } from '#server/storage/tables.ts';
import { formOfProcess, metadataOf } from './form.ts';
import { accepts, type ProcessRow } from './row.ts';

/** Returns the values of a login that the form asks for. Null without an account. */
export function accountOf(
  { userId, identity, authenticatedAt }: Session,
  { asked }: EngineForm,
): KeptAccount | null {
  const { providerId, trustLevel, userData, company, name } = identity;
  if (userId === null || providerId === 'anon' || authenticatedAt === null) return null;
  const values = Object.fromEntries(Object.entries(userData).filter(([field]) => asked.has(field)));
  // A login of an earlier version did not record which fields it asked for, so a missing value may not have been
  // asked for.
  const wasAsked = (field: string) =>
    identity.notAsked ? !(identity.notAsked as readonly string[]).includes(field) : field in userData;
  const notAsked = [...asked].filter((field) => !wasAsked(field));
  return {
    providerId,
    trustLevel,
    at: authenticatedAt.toISOString(),
    values,
    ...(company !== undefined && { person: name }),
    ...(notAsked.length > 0 && { notAsked }),
  };
}

/**
 * Returns the account's values to store after a login acts in an application. Values and level belong to the login
 * that proved them. A weaker login removes nothing, nor does one with fewer requested fields. For a company, data
 * about the person is that of the acting person.
 */
export function accountAfter(before: KeptAccount | null, now: KeptAccount | null): KeptAccount | null {
  if (before === null || now === null) return now ?? before;
  const isWeaker = !reachesLevel(now.trustLevel, before.trustLevel);
  if (now.person !== before.person) return isWeaker ? ofTheCompany(before, now) : now;
  return isWeaker || saysLess(now, before) ? before : now;
}

/** Returns the values after another person's weaker login: the company's values stay, without the former person. */
function ofTheCompany(before: KeptAccount, { person }: KeptAccount): KeptAccount {
  const ofPerson = new Set<string>(personFields);
  const values = Object.fromEntries(Object.entries(before.values).filter(([field]) => !ofPerson.has(field)));
  const { person: _, ...kept } = before;
  return { ...kept, values, ...(person !== undefined && { person }) };
}

/** Whether two logins have equal values, apart from their time. */
export const saysTheSame = (one: KeptAccount | null, other: KeptAccount | null): boolean =>
  isDeepStrictEqual(one && { ...one, at: '' }, other && { ...other, at: '' });

/** Whether a login lacks values of the one before, because it was made for another form. These values still apply. */
const saysLess = (now: KeptAccount, before: KeptAccount): boolean =>
  Object.keys(before.values).some((name) => now.values[name] === undefined);

/** Whether the account was asked for everything that the form locks at its level. */
export function locksWereAsked(metadata: Metadata, form: EngineForm, account: KeptAccount): boolean {
  if (!metadata.enableDataComparison) return true;
  const locks = form.locks(account.trustLevel);
  return !(account.notAsked ?? []).some((name) => locks.has(name));
}

/**
 * Refuses a login that was not asked for all values that the form locks. Otherwise the browser could choose the
 * compared values.
 * @throws ProblemError login-incomplete
 */
export function assertAsked(metadata: Metadata, form: EngineForm, account: KeptAccount | null): void {
  if (account === null || locksWereAsked(metadata, form, account)) return;
  const { providerId, trustLevel } = account;
  throw new ProblemError('login-incomplete', { accepted: [providerId], trustLevel });
}

/** Returns the row for the acting or reading person: a colleague's login shows nothing of the colleague. */
export function asSeenBy(context: ServerContext, session: Session, row: ProcessRow): ProcessRow {
  if (row.account === null || row.account.person === personOf(session)) return row;
  const form = formOfProcess(context, row);
  return { ...row, account: accountAfter(row.account, accountOf(session, form)) };
}

const personOf = ({ identity: { company, name } }: Session) => (company === undefined ? undefined : name);

/**
 * Returns the account if its values may be compared with the form, which its metadata must allow
 * (enableDataComparison).
 */
export const proofOf = (context: ServerContext, row: ProcessRow): Proof | null =>
  metadataOf(context, row).enableDataComparison ? row.account : null;

/** Whether the form locks any of the account's values. */
export function locksAnything(context: ServerContext, row: ProcessRow): boolean {
  const proof = proofOf(context, row);
  if (proof === null) return false;
  return formOfProcess(context, row).locks(proof.trustLevel).size > 0;
}

/** Returns differences between the account and the form that the person still has to decide. */
export function openDifferences(context: ServerContext, row: ProcessRow): Difference[] {
  const proof = proofOf(context, row);
  if (proof === null) return [];
  return formOfProcess(context, row).differences(row.data, proof, row.decisions ?? []);
}

/** Returns open differences as they are decided, each with those that are decided together with it. */
export function decidedAsOne(
  context: ServerContext,
  row: ProcessRow,
  open: readonly Difference[],
): Difference[][] {
  const form = formOfProcess(context, row);
  const heads = open.filter((it, at) => !open.slice(0, at).some((one) => form.areTogether(one, it)));
  return heads.map((head) => open.filter((it) => form.areTogether(head, it)));
}

/** Adds corrected values to the decisions, which are about these values from now on. */
export const decidedNow = ({ decisions }: ProcessRow, data: FormData): Decision[] =>
  (decisions ?? []).map(({ key, account, own }) => ({ key, account, own: own ?? String(data[key] ?? '') }));

/** Whether confirming open data leads to a decision between it and what the account says. */
export function conflictIsAhead(context: ServerContext, row: ProcessRow): boolean {
  if (row.confirmedHash !== null || !accepts(row, { type: 'conflict.found' })) return false;
  return openDifferences(context, { ...row, decisions: decidedNow(row, row.data) }).length > 0;
}

/** Returns the values that are those of the account, to be stored with the confirmation, or with a later login. */
export function provenValues(context: ServerContext, row: ProcessRow): ProvenValues | null {
  if (row.account === null) return null;
  const { providerId, trustLevel, at, notAsked = [] } = row.account;
  const form = formOfProcess(context, row);
  const open = form.fieldsFor(notAsked, row.data);
  return {
    providerId,
    trustLevel,
    at,
    fields: form.proven(row.data, row.account),
    ...(open.length > 0 && { notAsked: open }),
  };
}

/** Returns the login that vouches for values; null where it vouches for none. */
export const sourceOf = (proven: ProvenValues | null): DataSource | null =>
  proven === null || proven.fields.length === 0
    ? null
    : { providerId: proven.providerId, trustLevel: proven.trustLevel, at: proven.at };
