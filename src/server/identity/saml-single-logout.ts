import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { LoginProvider, LogoutReading, RequestStore } from '#server/ports/identity.ts';
import type { KeyPairs } from '#server/security/key-pairs.ts';
import type { CheckedLogout } from './saml-logout.ts';
import { inWords } from './saml-status.ts';
import { type AnswerReader, faultOfReading } from './saml-thread.ts';

/** Addresses for messages about logouts. */
export type LogoutPlaces = {
  /** The account's address for them, by redirect. */
  theirs: string;
  /** Our address for messages of this account alone. */
  ours: string;
};

type Ours = { entryPoint: string; idpIssuer: string; issuer: string; assertionConsumerUrl: string };
type Tools = {
  requests: RequestStore;
  reader: AnswerReader;
  ourPairs: () => readonly [KeyPairs, ...KeyPairs[]];
  idpCertificates: () => string[];
};

const REASON_LENGTH = 300;

/**
 * Single logout by the browser (SAML 2.0 profiles, 4.4). We request ours by a signed redirect; the account's answer
 * and its own requests arrive by redirect or post. Each message counts once.
 */
export function createSamlLogout(
  { entryPoint, idpIssuer, issuer, assertionConsumerUrl }: Ours,
  { theirs, ours }: LogoutPlaces,
  { requests, reader, ourPairs, idpCertificates }: Tools,
): NonNullable<LoginProvider['logout']> {
  const speaking = (relayState?: string) =>
    new SAML({
      entryPoint,
      logoutUrl: theirs,
      idpCert: idpCertificates(),
      issuer,
      callbackUrl: assertionConsumerUrl,
      privateKey: ourPairs()[0].privateKey,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: {
        saveAsync: async (id, instant) => {
          await requests.save(logoutKey(id), relayState ?? '');
          return { value: instant, createdAt: Date.parse(instant) };
        },
        getAsync: async () => null,
        removeAsync: async () => null,
      },
    });

  async function believe(checked: CheckedLogout): Promise<LogoutReading> {
    if (checked.root === 'LogoutResponse') return answerOf(checked);
    const key = `demand:${idpIssuer}:${checked.id}`;
    if ((await requests.get(key)) !== null) throw new Error('the demand has come before');
    await requests.save(key, '', Math.ceil((checked.until - Date.now()) / 60_000));
    const { id, name, sessionIndexes, relayState } = checked;
    return {
      kind: 'demand',
      name,
      sessionIndexes,
      async answer() {
        const url = await speaking().getLogoutResponseUrlAsync(
          { ID: id } as unknown as Profile,
          relayState,
          {},
          true,
        );
        return { url, method: 'GET', fields: {} };
      },
    };
  }

  async function answerOf({
    inResponseTo,
    relayState,
    status: { codes },
  }: Extract<CheckedLogout, { root: 'LogoutResponse' }>): Promise<LogoutReading> {
    const key = logoutKey(inResponseTo);
    const asked = await requests.get(key);
    if (asked === null) throw new Error('InResponseTo is not that of a logout under way');
    if (asked !== relayState) throw new Error('the RelayState is not that of the logout');
    await requests.remove(key);
    const [first, ...more] = codes;
    // A second code means that not everything at the account has ended (core, 3.7.3.2).
    if (first === 'Success' && more.length === 0) return { kind: 'answer', relayState, fault: null };
    return { kind: 'answer', relayState, fault: 'refused-by-account', reason: inWords({ codes }) };
  }

  return {
    async createRequest({ session, relayState }) {
      if (session.protocol !== 'saml2') return null;
      const { nameId, sessionIndex } = session;
      reader.prepare();
      const url = await speaking(relayState).getLogoutUrlAsync(
        {
          issuer,
          nameID: nameId.value,
          nameIDFormat: nameId.format ?? UNSPECIFIED,
          ...(nameId.nameQualifier && { nameQualifier: nameId.nameQualifier }),
          ...(nameId.spNameQualifier && { spNameQualifier: nameId.spNameQualifier }),
          ...(sessionIndex && { sessionIndex }),
        },
        relayState,
        {},
      );
      return { url, method: 'GET', fields: {} };
    },

    async read(message) {
      try {
        const check = { message, idpCertificates: idpCertificates(), idpIssuer, address: ours };
        return await believe(await reader.checkLogout(check));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { kind: 'refused', fault: faultOfReading(error), reason: reason.slice(0, REASON_LENGTH) };
      }
    },
  };
}

const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const logoutKey = (id: string) => `logout:${id}`;
