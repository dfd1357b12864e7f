import { createHash } from 'node:crypto';
import type { ServerContext } from '#server/context.ts';
import type { PackageAttachment } from '#server/ports/delivery.ts';
import { whoConfirmed } from '#server/processes/confirming-login.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { json } from '#server/storage/json.ts';
import type { Applicant } from '#server/storage/tables.ts';
import { sha512 } from '#server/submission/fit-connect/metadata.ts';
import { nameOfOwed } from '#server/submission/owed.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import { owedBy } from '../owed.ts';
import type { Application } from './application.ts';

/** Returns what the authority learns besides the answers (docs/partners-delivery.md). */
export function envelopeOf(
  context: ServerContext,
  { ticketNumber }: Pick<SubmissionRow, 'ticketNumber'>,
  application: Application,
  confirmed: { confirmedAt: string; confirmedHash: string },
) {
  const { process, metadata } = application;
  return {
    form: metadata.fmsFormId,
    leiKaId: metadata.leiKaId,
    regionalKey: process.areaKey,
    responsibleDataProcessingUnitId: process.responsibleDataProcessingUnitId,
    ticketNumber,
    confirmedAt: confirmed.confirmedAt,
    confirmedHash: confirmed.confirmedHash,
    statements: process.statements,
    applicant: applicantOf(process.applicant),
    owed: owedBy(context, application, null).documents.map((one) => ({
      path: one.path,
      label: nameOfOwed(one, 'de'),
    })),
    account: accountInPackage(process),
    confirmedBy: confirmationInPackage(process),
  };
}

/** Returns the envelope as a file beside data in the authority's format, which has no room for it. */
export function envelopeFile(messageId: string, envelope: ReturnType<typeof envelopeOf>): PackageAttachment {
  const content = Buffer.from(json(envelope));
  return {
    attachmentId: envelopeIdOf(messageId),
    purpose: 'attachment',
    filename: 'serviceportal.json',
    mimeType: 'application/json',
    content,
    sha512: sha512(content),
  };
}

/**
 * Returns the id of the envelope's file: the same for each announcement of a message. It follows from the message's id,
 * and looks like one of version 4, because the delivery service takes no other.
 */
export function envelopeIdOf(messageId: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(messageId.replaceAll('-', ''), 'hex'))
    .update('envelope')
    .digest();
  hash[6] = (hash[6]! & 0x0f) | 0x40;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns the applicant for the authority; the postbox is in the metadata. Null for an application without a login. */
function applicantOf(applicant: Applicant | null) {
  if (!applicant) return null;
  const { name, company = null, providerId = null } = applicant;
  return { name, company, providerId };
}

/** Returns the login that has confirmed the application, apart from the login that vouches for values. */
function confirmationInPackage(process: ProcessRow) {
  const login = whoConfirmed(process);
  if (login === null) return null;
  const { providerId, trustLevel, at, name, company = null } = login;
  return { providerId, trustLevel, authenticatedAt: at, name, company };
}

/**
 * Returns the values that are the account's, and the login that vouches for them: the authority need not check these
 * again. `notAsked` are values that the account was not asked about.
 */
function accountInPackage({ proven }: ProcessRow) {
  if (proven === null) return null;
  const { providerId, trustLevel, at, fields, notAsked = [] } = proven;
  return { providerId, trustLevel, authenticatedAt: at, fields, notAsked };
}
