import { type CryptoKey, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { Announcement, EventLog, SealedPackage } from '#server/ports/delivery.ts';
import type { FitConnectClient } from './client.ts';
import { type EventClaims, readClaims } from './events-payload.ts';
import { createMisses } from './key-misses.ts';

type Sent = Announcement & { destinationId: string };
type Verified = EventClaims & { token: string };

export type EventReader = {
  /** Verified by signature, issuer and subject only; null when the delivery service does not know the submission. */
  signed(sent: Sent): Promise<{ events: Verified[]; rejected: number } | null>;
  /** Verified and compared with the sent package; an unknown submission has an empty log. */
  read(sent: Sent, tags: SealedPackage['authenticationTags']): Promise<EventLog>;
};

/**
 * Reads the event log of submissions: Security Event Tokens (RFC 8417), signed with PS512 by the delivery service or
 * the destination. Invalid ones are counted, never trusted; throws PartnerUnavailable when a key cannot be fetched.
 */
export function createEventReader(client: FitConnectClient, serviceIssuer: string): EventReader {
  // A key never changes under its id, so each is fetched once.
  const keys = new Map<string, CryptoKey>();
  const unknown = createMisses();

  async function keyOf(issuer: string, kid: string, { destinationId }: Sent): Promise<CryptoKey | null> {
    const ofDestination = issuer === destinationId;
    if (!ofDestination && issuer !== serviceIssuer) return null;
    const name = `${issuer} ${kid}`;
    const known = keys.get(name);
    if (known) return known;
    if (!unknown.mayAsk(issuer, kid)) return null;
    const jwk = await (ofDestination
      ? client.destinationSigningKey(destinationId, kid)
      : client.serviceSigningKey(kid));
    if (!jwk) {
      unknown.note(issuer, kid);
      return null;
    }
    const { kty, n, e, alg } = jwk;
    const key = (await importJWK({ kty, n, e, alg })) as CryptoKey;
    keys.set(name, key);
    return key;
  }

  async function verify(token: string, sent: Sent): Promise<Verified | null> {
    const origin = originOf(token);
    const key = origin && (await keyOf(origin.issuer, origin.kid, sent));
    if (!key) return null;
    const payload = await jwtVerify(token, key, { algorithms: ['PS512'], typ: 'secevent+jwt' }).then(
      (verified) => verified.payload,
      () => null,
    );
    const claims = readClaims(payload);
    if (claims?.subject !== `submission:${sent.submissionId}`) return null;
    if (claims.transaction !== `case:${sent.caseId}`) return null;
    return mayIssue(claims, sent) ? { ...claims, token } : null;
  }

  async function signed(sent: Sent): Promise<{ events: Verified[]; rejected: number } | null> {
    const tokens = await client.eventLog(sent.submissionId);
    if (!tokens) return null;
    const events: Verified[] = [];
    for (const token of tokens) {
      const event = await verify(token, sent);
      if (event) events.push(event);
    }
    return { events, rejected: tokens.length - events.length };
  }

  return {
    signed,
    async read(sent, tags) {
      const log = await signed(sent);
      if (!log) return { events: [], rejected: 0 };
      const events = log.events.filter((event) => echoes(event, tags));
      return {
        events: events.map(({ kind, issuer, issuedAt, jti, problems, token }) => ({
          kind,
          issuer,
          issuedAt,
          jti,
          problems,
          token,
        })),
        rejected: log.rejected + log.events.length - events.length,
      };
    },
  };
}

function originOf(token: string): { issuer: string; kid: string } | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    const { iss } = decodeJwt(token);
    return kid && iss ? { issuer: iss, kid } : null;
  } catch {
    return null;
  }
}

/** Whether its issuer may issue an event: only the authority proves receipt; it may also reject or forward. */
function mayIssue({ kind, issuer }: EventClaims, { destinationId }: Sent): boolean {
  if (issuer === destinationId) return kind === 'accept' || kind === 'reject' || kind === 'forward';
  return kind !== 'accept';
}

/** Whether the handed-over and the accepted parts equal the sent ones. */
function echoes(
  { kind, authenticationTags }: EventClaims,
  sent: SealedPackage['authenticationTags'],
): boolean {
  if (!authenticationTags) return kind !== 'submit' && kind !== 'accept';
  const { metadata, data, attachments } = authenticationTags;
  const ids = Object.keys(sent.attachments);
  return (
    metadata === sent.metadata &&
    data === sent.data &&
    ids.length === Object.keys(attachments).length &&
    ids.every((id) => attachments[id] === sent.attachments[id])
  );
}
