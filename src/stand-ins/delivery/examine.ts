import * as z from 'zod';
import { type Metadata, metadataSchema, sha512 } from '#server/submission/fit-connect/metadata.ts';
import type { Destination } from './destinations.ts';
import type { Inbox } from './inbox.ts';
import type { EventProblem, SubmissionRecord } from './records.ts';
import { type SchemaChecks, wellFormed } from './schema-check.ts';

/**
 * Opens everything that was sent and compares it with the metadata, and with what the destination offers for the service;
 * without problems it may be accepted.
 */
export async function examine(
  inbox: Inbox,
  record: SubmissionRecord,
  destination: Destination | undefined,
  checks: SchemaChecks,
): Promise<EventProblem[]> {
  const opened = await inbox.openJson(record, 'metadata').catch(() => undefined);
  if (opened === undefined) return [problem('encryption-issue', 'The metadata cannot be read.')];
  const metadata = metadataSchema.safeParse(opened);
  if (!metadata.success) return [problem('schema-violation', z.prettifyError(metadata.error))];

  const problems: EventProblem[] = [];
  const { data, attachments } = metadata.data.contentStructure;
  const described = attachments.map(({ attachmentId }) => attachmentId).sort();
  if (described.join() !== [...record.announcedAttachments].sort().join()) {
    problems.push(
      problem('attachments-mismatch', 'The metadata describe other attachments than were announced.'),
    );
  }
  const parts = [
    { name: 'data', hash: data.hash.content, mimeType: data.submissionSchema.mimeType },
    ...attachments.map((one) => ({
      name: one.attachmentId,
      hash: one.hash.content,
      mimeType: one.mimeType,
    })),
  ];
  for (const part of parts) {
    const fault = await examinePart(inbox, record, part);
    if (fault) problems.push(fault);
  }
  if (problems.length > 0) return problems;
  const fault = isOffered(destination, record, data.submissionSchema)
    ? await examineData(inbox, record, data.submissionSchema, checks)
    : problem(
        'unsupported-data-schema',
        `${data.submissionSchema.schemaUri} is not offered for this service.`,
      );
  return fault ? [fault] : [];
}

const isOffered = (
  destination: Destination | undefined,
  { publicService }: SubmissionRecord,
  named: { schemaUri: string; mimeType: string },
): boolean =>
  destination?.services
    .filter(({ identifier }) => identifier === publicService.identifier)
    .some(({ submissionSchemas }) =>
      submissionSchemas.some((one) => one.schemaUri === named.schemaUri && one.mimeType === named.mimeType),
    ) === true;

/** Compares the data with the schema that the authority's software has; of the portal's own formats it has none. */
async function examineData(
  inbox: Inbox,
  record: SubmissionRecord,
  { schemaUri, mimeType }: { schemaUri: string; mimeType: string },
  checks: SchemaChecks,
): Promise<EventProblem | null> {
  const { bytes } = await inbox.open(record, 'data');
  const kind = mimeType === 'application/xml' ? 'xml' : 'json';
  const text = wellFormed(kind, bytes);
  if (text === null) {
    return problem(`data-${kind}-syntax-violation`, `The data is not ${kind.toUpperCase()}.`);
  }
  const fault = checks.get(schemaUri)?.(text) ?? null;
  return fault === null ? null : problem('data-schema-violation', fault);
}

async function examinePart(
  inbox: Inbox,
  record: SubmissionRecord,
  { name, hash, mimeType }: { name: string; hash: string; mimeType: string },
): Promise<EventProblem | null> {
  const part = await inbox.open(record, name).catch(() => null);
  if (!part) return problem('encryption-issue', `Part ${name} cannot be decrypted.`);
  if (sha512(part.bytes) !== hash)
    return problem('hash-mismatch', `Part ${name} has another hash than stated.`);
  if (part.mediaType !== mimeType) return problem('schema-violation', `Part ${name} has another media type.`);
  return null;
}

/** Payment, reference and the like, for people looking at a submission; null if it is unreadable. */
export async function readMetadata(inbox: Inbox, record: SubmissionRecord): Promise<Metadata | null> {
  const opened = await inbox.openJson(record, 'metadata').catch(() => undefined);
  return metadataSchema.safeParse(opened).data ?? null;
}

export function problem(slug: string, detail: string): EventProblem {
  return {
    type: `https://schema.fitko.de/fit-connect/events/problems/${slug}`,
    title: slug.replaceAll('-', ' '),
    detail,
  };
}
