import { createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SAML } from '@node-saml/node-saml';
import { DOMParser } from '@xmldom/xmldom';
import { DAY_MS } from '#domain/days.ts';
import { QUERY_HASHES } from './saml-algorithms.ts';
import { CLOCK_TOLERANCE_MS } from './saml-clock.ts';
import { ANSWER_LIMITS, shapeOf } from './saml-shape.ts';
import { readStatus, type SamlStatus } from './saml-status.ts';

/** A message about a logout from the browser, with the values to check it against; passed to a thread unchanged. */
export type LogoutCheck = {
  message: { query: string } | { fields: Readonly<Record<string, string | undefined>> };
  idpCertificates: string[];
  /** Entity id of the account. */
  idpIssuer: string;
  /** Our address for such messages. */
  address: string;
};

export type CheckedLogout =
  | { root: 'LogoutResponse'; relayState: string; inResponseTo: string; status: SamlStatus }
  | {
      root: 'LogoutRequest';
      relayState: string;
      id: string;
      name: string;
      sessionIndexes: string[];
      /** End of its validity (ms since 1970, by our clock): until then the message counts once. */
      until: number;
    };

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const DEFLATE = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE';
const MAX_AGE_MS = 5 * 60_000;
const LONGEST_IDENTIFIER = 256;

/**
 * Checks a message of the account about a logout, by redirect or by post: signed with a pinned key, from the
 * configured account, for our address, and valid now.
 * @throws Error with the reason when it is not authentic
 */
export async function checkLogout(check: LogoutCheck): Promise<CheckedLogout> {
  const { message } = check;
  const { kind, text, relayState } =
    'query' in message ? fromQuery(message.query, check) : await fromForm(message.fields, check);
  const root = parse(text);
  const attribute = (name: string) => root.getAttribute(name) ?? '';
  if (root.namespaceURI !== PROTOCOL || root.localName !== kind) throw new Error(`the message is no ${kind}`);
  if (attribute('Destination') !== check.address)
    throw new Error('the message is for another address (Destination)');
  const [issuer, ...issuers] = children(root, ASSERTION, 'Issuer');
  if (issuer !== check.idpIssuer || issuers.length > 0) throw new Error('the message is of another issuer');
  const now = Date.now();
  const issued = Date.parse(attribute('IssueInstant'));
  if (!(issued <= now + CLOCK_TOLERANCE_MS)) throw new Error('the message was issued in the future');
  if (!(issued > now - MAX_AGE_MS - CLOCK_TOLERANCE_MS)) throw new Error('the message is too old');
  if (kind === 'LogoutResponse') {
    return { root: kind, relayState, inResponseTo: attribute('InResponseTo'), status: readStatus(text) };
  }
  const [name, ...names] = children(root, ASSERTION, 'NameID');
  if (!name || names.length > 0) throw new Error('the demand names not one person (NameID)');
  const limit = attribute('NotOnOrAfter');
  const until = limit === '' ? issued + MAX_AGE_MS : Date.parse(limit);
  if (!(until > now - CLOCK_TOLERANCE_MS)) throw new Error('the demand is over (NotOnOrAfter)');
  const id = attribute('ID');
  if (!/^.{1,256}$/.test(id)) throw new Error('the demand has no ID');
  const sessionIndexes = children(root, PROTOCOL, 'SessionIndex');
  if ([name, ...sessionIndexes].some(({ length }) => length > LONGEST_IDENTIFIER))
    throw new Error('an identifier is too long');
  const end = Math.min(until, now + DAY_MS) + CLOCK_TOLERANCE_MS;
  return { root: kind, relayState, id, name, sessionIndexes, until: end };
}

type Kind = CheckedLogout['root'];
type Believed = { kind: Kind; text: string; relayState: string };

/** HTTP Redirect: the signature covers the query as it was sent, so the query is checked before it is decoded. */
function fromQuery(query: string, { idpCertificates }: LogoutCheck): Believed {
  const raw = new Map<string, string>();
  for (const pair of query.split('&')) {
    const name = pair.split('=', 1)[0] ?? '';
    if (raw.has(name)) throw new Error('the address has a parameter twice');
    raw.set(name, pair.slice(name.length + 1));
  }
  const value = (name: string) => decodeURIComponent((raw.get(name) ?? '').replaceAll('+', '%20'));
  if (raw.has('SAMLEncoding') && value('SAMLEncoding') !== DEFLATE)
    throw new Error('the message is encoded otherwise (SAMLEncoding)');
  const kind = kindOf((name) => raw.has(name));
  const parameter = PARAMETERS[kind];
  const hash = QUERY_HASHES[value('SigAlg')];
  if (!hash) throw new Error('the message is not signed, or by no allowed algorithm');
  const signed = [parameter, 'RelayState', 'SigAlg'].flatMap((name) =>
    raw.has(name) ? [`${name}=${raw.get(name)}`] : [],
  );
  const signature = Buffer.from(value('Signature'), 'base64');
  const isGenuine = idpCertificates.some((certificate) =>
    createVerify(hash).update(signed.join('&')).verify(certificate, signature),
  );
  if (!isGenuine) throw new Error('the signature is not that of the account');
  const text = inflateRawSync(Buffer.from(value(parameter), 'base64'), {
    maxOutputLength: ANSWER_LIMITS.bytes,
  }).toString('utf8');
  shapeOf(text);
  return { kind, text, relayState: value('RelayState') };
}

/** HTTP POST: the signature is in the message. Its shape is checked before it is parsed into a tree. */
async function fromForm(
  fields: Readonly<Record<string, string | undefined>>,
  { idpCertificates, idpIssuer, address }: LogoutCheck,
): Promise<Believed> {
  const kind = kindOf((name) => fields[name] !== undefined);
  const encoded = fields[PARAMETERS[kind]] ?? '';
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  if (!shapeOf(text).isSigned) throw new Error('the message is not signed');
  const saml = new SAML({
    entryPoint: address,
    callbackUrl: address,
    issuer: address,
    idpIssuer,
    idpCert: idpCertificates,
    acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
  });
  if (kind === 'LogoutRequest') await saml.validatePostRequestAsync({ SAMLRequest: encoded });
  else await saml.validatePostResponseAsync({ SAMLResponse: encoded });
  return { kind, text, relayState: fields.RelayState ?? '' };
}

const PARAMETERS = { LogoutRequest: 'SAMLRequest', LogoutResponse: 'SAMLResponse' } as const;

function kindOf(has: (name: string) => boolean): Kind {
  if (has('SAMLRequest') === has('SAMLResponse')) throw new Error('there is not one message');
  return has('SAMLRequest') ? 'LogoutRequest' : 'LogoutResponse';
}

function parse(text: string): Element {
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (!root) throw new Error('the message is empty');
  return root;
}

/** Returns the texts of the elements directly below. */
const children = (parent: Element, namespace: string, name: string): string[] =>
  Array.from(parent.childNodes)
    .filter((node): node is Element => node.nodeType === 1)
    .filter((node) => node.namespaceURI === namespace && node.localName === name)
    .map((node) => node.textContent?.trim() ?? '');
