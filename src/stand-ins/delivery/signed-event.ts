import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Key } from './keys.ts';
import type { AuthenticationTags, EventProblem, SubmissionRecord } from './records.ts';

export type EventKind = 'create' | 'submit' | 'reject' | 'accept' | 'delete';

/** A Security Event Token (RFC 8417) as signed by the delivery service or by the destination. */
export function signEvent(
  {
    kind,
    issuer,
    key,
    tags,
    problems,
  }: {
    kind: EventKind;
    issuer: string;
    key: Key;
    tags?: AuthenticationTags;
    problems?: EventProblem[];
  },
  { submissionId, caseId }: Pick<SubmissionRecord, 'submissionId' | 'caseId'>,
): Promise<string> {
  return new SignJWT({
    $schema: 'https://schema.fitko.de/fit-connect/set-payload/1.2.2/set-payload.schema.json',
    txn: `case:${caseId}`,
    events: {
      [`https://schema.fitko.de/fit-connect/events/${kind}-submission`]: {
        ...(tags && { authenticationTags: tags }),
        ...(problems && { problems }),
      },
    },
  })
    .setProtectedHeader({ alg: 'PS512', typ: 'secevent+jwt', kid: key.kid })
    .setJti(randomUUID())
    .setIssuer(issuer)
    .setIssuedAt()
    .setSubject(`submission:${submissionId}`)
    .sign(key.privateKey);
}
