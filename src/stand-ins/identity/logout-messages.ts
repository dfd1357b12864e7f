import { createSign, createVerify } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { html as xml } from '#server/html/html.ts';
import type { KeyPair } from '#stand-ins/kit/key-pair.ts';
import { parse, type ServiceProvider } from './authn-request.ts';
import { NAMESPACES } from './profile.ts';
import { type AccountSession, newId } from './response.ts';

const { saml, samlp } = NAMESPACES;
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';
const MAX_AGE_MS = 5 * 60_000;

/** A message of the portal about a logout, sent by redirect. */
export type LogoutMessage = {
  id: string;
  inResponseTo: string;
  nameId: string;
  index: string;
  status: string;
};

type Checked = { portal: ServiceProvider; kind: 'LogoutRequest' | 'LogoutResponse'; destination: string };

/** The sender of a message, and its recipient. */
export type Sender = { idpIssuer: string; portal: ServiceProvider; keys: KeyPair };

/**
 * Reads a message of the portal in an address (SAML 2.0 bindings, 3.4).
 * @throws Error in plain words if it is not signed by the registered portal, too old, or for another recipient
 */
export function readMessage(query: string, { portal, kind, destination }: Checked): LogoutMessage {
  const check = (isFine: boolean, fault: string) => {
    if (!isFine) throw new Error(fault);
  };
  const raw = new Map(query.split('&').map((pair) => [pair.split('=')[0], pair] as const));
  const parameters = new URLSearchParams(query);
  const name = kind === 'LogoutRequest' ? 'SAMLRequest' : 'SAMLResponse';
  check(raw.has(name), `${name} is missing`);
  check(parameters.get('SigAlg') === RSA_SHA256, 'the message is not signed by RSA with SHA-256');
  const signed = [name, 'RelayState', 'SigAlg'].flatMap((one) => raw.get(one) ?? []).join('&');
  const signature = Buffer.from(parameters.get('Signature') ?? '', 'base64');
  const isGenuine = createVerify('RSA-SHA256').update(signed).verify(portal.certificate, signature);
  check(isGenuine, 'the signature is not that of the registered portal');
  const text = inflateRawSync(Buffer.from(parameters.get(name) ?? '', 'base64')).toString('utf8');
  const root = parse(text);
  const first = (namespace: string, local: string) => root.getElementsByTagNameNS(namespace, local).item(0);
  check(root.namespaceURI === samlp && root.localName === kind, `not a ${kind}`);
  check(first(saml, 'Issuer')?.textContent === portal.issuer, 'the issuer is not registered');
  check(root.getAttribute('Destination') === destination, 'the message is meant for another address');
  const age = Date.now() - Date.parse(root.getAttribute('IssueInstant') ?? '');
  check(Math.abs(age) < MAX_AGE_MS, 'the message is too old');
  return {
    id: root.getAttribute('ID') ?? '',
    inResponseTo: root.getAttribute('InResponseTo') ?? '',
    nameId: first(saml, 'NameID')?.textContent ?? '',
    index: first(samlp, 'SessionIndex')?.textContent ?? '',
    status: first(samlp, 'StatusCode')?.getAttribute('Value')?.replace(STATUS, '') ?? '',
  };
}

/** Status codes of a logout. The second one names the fault; `Success` alone means that everything has ended. */
export type Status = readonly [string, ...string[]];

const head = ({ portal }: Sender, id: string, now: Date) =>
  xml` xmlns:samlp="${samlp}" xmlns:saml="${saml}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${portal.logoutUrl ?? ''}"`;

/** Our answer to a logout of the portal, as XML. */
export function logoutResponse(sender: Sender, inResponseTo: string, [code, second]: Status): string {
  const inner = second === undefined ? null : xml`<samlp:StatusCode Value="${STATUS}${second}"/>`;
  return xml`<samlp:LogoutResponse${head(sender, newId(), new Date())} InResponseTo="${inResponseTo}"><saml:Issuer>${sender.idpIssuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${STATUS}${code}">${inner}</samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`
    .text;
}

/** The demand that the portal ends a session, as XML. */
export function logoutRequest(
  sender: Sender,
  { nameId, index }: AccountSession,
  { id = newId(), now = new Date() }: { id?: string; now?: Date } = {},
): string {
  const end = new Date(now.getTime() + MAX_AGE_MS).toISOString();
  return xml`<samlp:LogoutRequest${head(sender, id, now)} NotOnOrAfter="${end}"><saml:Issuer>${sender.idpIssuer}</saml:Issuer><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient">${nameId}</saml:NameID><samlp:SessionIndex>${index}</samlp:SessionIndex></samlp:LogoutRequest>`
    .text;
}

/** The query of an address with a message in it, signed unless a broken account forgets to. */
export function queryOf(
  name: 'SAMLRequest' | 'SAMLResponse',
  message: string,
  { keys, relayState = '', isSigned = true }: { keys: KeyPair; relayState?: string; isSigned?: boolean },
): string {
  const encode = (value: string) => encodeURIComponent(value);
  const content = encode(deflateRawSync(message).toString('base64'));
  const relay = relayState && `&RelayState=${encode(relayState)}`;
  if (!isSigned) return `${name}=${content}${relay}`;
  const signed = `${name}=${content}${relay}&SigAlg=${encode(RSA_SHA256)}`;
  const signature = createSign('RSA-SHA256').update(signed).sign(keys.privateKey, 'base64');
  return `${signed}&Signature=${encode(signature)}`;
}
