import { randomUUID } from 'node:crypto';
import type { Locale } from '#domain/locale.ts';
import type { SendingKind } from './kinds.ts';
import { type Identity, type Other, readFrom, signTo, type Wrong } from './messages.ts';

/** A service of the portal at a place where it runs it for the neighbour's people. */
export type OfferedService = { leiKaId: string; regionalKey: string; title: string };

export type Sending = {
  service: Pick<OfferedService, 'leiKaId' | 'regionalKey'>;
  kind: SendingKind;
  locale: Locale;
  /** Values for the form; by default those of the kind. */
  externalProcessData?: Record<string, unknown>;
};
/** Result of sending a person: the address that they go to, or the reason of the portal's refusal. */
export type Sent = { reference: string } & (
  | { address: string; reason: null }
  | { address: null; reason: string }
);

/** The portal's report on an application. */
export type Told = { status: string; ticketNumber?: string; submittedAt?: string };

const PERSON = {
  salutation: 'ms',
  givenName: 'Frauke',
  familyName: 'Petersen-Wölk',
  streetAddress: 'Lübsche Straße 12',
  postalCode: '23966',
  locality: 'Wismar',
};
const UNFIT = { benefitKind: 'neither', householdSize: 'many', documents: [1] };

const WRONGS: Partial<Record<SendingKind, Wrong>> = {
  forged: { key: 'foreign' },
  old: { ageSeconds: 600 },
  longLived: { lifeSeconds: 3600 },
  stranger: { from: 'nobody' },
  abroad: { to: 'https://elsewhere.example' },
};

/** The neighbour's side of sending people to the portal. */
export function createSender(own: Identity, other: Other, returnAddress: string) {
  const post = (path: string, body: unknown) =>
    fetch(`${other.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  return {
    /** Hands a person over to the portal, server to server. */
    async send({ service, kind, locale, externalProcessData }: Sending): Promise<Sent> {
      const reference = randomUUID();
      const formPath = locale === 'en' ? '/en/form/efa' : '/formular/efa';
      const addressOf = (code: string) =>
        `${other.address}${formPath}?${new URLSearchParams({ handover: code })}`;
      if (kind === 'invented') {
        return { reference, address: addressOf('A'.repeat(43)), reason: null };
      }
      const data = externalProcessData ?? (kind === 'unfit' ? UNFIT : undefined);
      const claims = {
        leiKaId: service.leiKaId,
        regionalKey:
          kind === 'nowhere' ? '990000000000' : kind === 'notOffered' ? '010510011011' : service.regionalKey,
        locale,
        returnUrl: kind === 'elsewhere' ? 'https://elsewhere.example/rueckkehr' : returnAddress,
        reference,
        ...(kind === 'data' && { person: PERSON }),
        ...(data && { externalProcessData: data }),
      };
      const handover = await signTo(own, other, 'handover+jwt', claims, WRONGS[kind]);
      if (kind === 'repeated') await post('/api/handover', { handover });
      const answer = await post('/api/handover', { handover });
      const body = (await answer.json()) as {
        handover?: string;
        code?: string;
        fields?: { reason: string }[];
      };
      if (answer.ok && body.handover) return { reference, address: addressOf(body.handover), reason: null };
      return {
        reference,
        address: null,
        reason: body.fields?.[0]?.reason ?? body.code ?? String(answer.status),
      };
    },

    /** Asks the portal for the status of an application. @throws when the answer is not signed as agreed */
    async ask(reference: string): Promise<Told | null> {
      const jti = randomUUID();
      const request = await signTo(own, other, 'handover-status+jwt', { jti, reference });
      const answer = await post('/api/handover/status', { request });
      if (!answer.ok) return null;
      const { status } = (await answer.json()) as { status: string };
      const told = await readFrom(own, other, 'handover-status-answer+jwt', status);
      if (told.nonce !== jti || told.reference !== reference)
        throw new Error('the answer to another question');
      return {
        status: String(told.status),
        ...(typeof told.ticketNumber === 'string' && { ticketNumber: told.ticketNumber }),
        ...(typeof told.submittedAt === 'string' && { submittedAt: told.submittedAt }),
      };
    },
  };
}
