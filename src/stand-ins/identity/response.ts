import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { Html, type Part, html as xml } from '#server/html/html.ts';
import type { KeyPair } from '#stand-ins/kit/key-pair.ts';
import type { ServiceProvider } from './authn-request.ts';
import { encryptAssertion } from './encryption.ts';
import { NAMESPACES } from './profile.ts';

/** Both sides of an exchange. */
export type Exchange = {
  idpIssuer: string;
  portal: ServiceProvider;
  keys: KeyPair;
  /** Id of the request being answered. */
  inResponseTo: string;
  now: Date;
  /** Time of the person's login; now by default. */
  authnInstant?: Date;
  /** The person's session at the account: a new one by default. */
  session?: AccountSession;
  /** Changes the assertion and the response around it before each is signed; for experiments. */
  rewrite?: { assertion?: (markup: string) => string; response?: (markup: string) => string };
  algorithms?: { signature: string; digest: string };
};

/** Names of a person and a session in messages to the portal. */
export type AccountSession = { nameId: string; index: string };
export const newSession = (): AccountSession => ({ nameId: newId(), index: newId() });

/** Statements of an account about a login. */
export type Login = {
  /** AuthnContextClassRef. */
  classRef: string;
  /** The saml:Attribute elements. */
  attributes: Part;
};

export type Refusal = { codes: readonly [string, string]; message: string };
export const CANCELLED: Refusal = {
  codes: ['Requester', 'AuthnFailed'],
  message: 'Authentication was canceled by the user.',
};
export const LEVEL_NOT_REACHED: Refusal = {
  codes: ['Requester', 'NoAuthnContext'],
  message: 'The requested trust level is not reached.',
};
export const INTERNAL_ERROR: Refusal = {
  codes: ['Responder', 'AuthnFailed'],
  message: 'An internal error has occurred.',
};

const LIFETIME_MS = 2 * 60_000;
const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';
const { saml, samlp, akdb } = NAMESPACES;

/** A signed samlp:Response with the signed assertion of a login, as XML. */
export function loginResponse(exchange: Exchange, login: Login, options: { encrypted: boolean }): string {
  const rewritten = exchange.rewrite?.assertion?.(assertionXml(exchange, login));
  const assertion = signElement(rewritten ?? assertionXml(exchange, login), 'Assertion', exchange);
  const content = options.encrypted
    ? encryptAssertion(assertion, exchange.portal.certificate)
    : new Html(assertion);
  return response(exchange, xml`<samlp:StatusCode Value="${STATUS}Success"/>`, content);
}

/** A signed samlp:Response with the reason why there is no login, as XML. */
export function refusalResponse(exchange: Exchange, { codes, message }: Refusal): string {
  const status = xml`<samlp:StatusCode Value="${STATUS}${codes[0]}"><samlp:StatusCode Value="${STATUS}${codes[1]}"/></samlp:StatusCode><samlp:StatusMessage>${message}</samlp:StatusMessage>`;
  return response(exchange, status, null);
}

function response(exchange: Exchange, status: Html, content: Html | null): string {
  const { idpIssuer, portal, inResponseTo, now } = exchange;
  const document = xml`<samlp:Response xmlns:samlp="${samlp}" ID="${newId()}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${portal.assertionConsumerUrl}" InResponseTo="${inResponseTo}"><saml:Issuer xmlns:saml="${saml}">${idpIssuer}</saml:Issuer><samlp:Status>${status}</samlp:Status>${content}</samlp:Response>`;
  return signElement(exchange.rewrite?.response?.(document.text) ?? document.text, 'Response', exchange);
}

function assertionXml(exchange: Exchange, login: Login): string {
  const { idpIssuer, portal, inResponseTo, now, session = newSession() } = exchange;
  const issued = now.toISOString();
  const loggedIn = (exchange.authnInstant ?? now).toISOString();
  const end = new Date(now.getTime() + LIFETIME_MS).toISOString();
  return xml`<saml:Assertion xmlns:saml="${saml}" xmlns:akdb="${akdb}" ID="${newId()}" Version="2.0" IssueInstant="${issued}"><saml:Issuer>${idpIssuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient">${session.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${inResponseTo}" NotOnOrAfter="${end}" Recipient="${portal.assertionConsumerUrl}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${issued}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${portal.issuer}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${loggedIn}" SessionIndex="${session.index}"><saml:AuthnContext><saml:AuthnContextClassRef>${login.classRef}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${login.attributes}</saml:AttributeStatement></saml:Assertion>`
    .text;
}

const SHA_256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
};

/** Signs the outermost element (enveloped, exclusive canonicalisation), after its issuer. */
export function signElement(
  document: string,
  name: string,
  { keys, algorithms = SHA_256 }: Pick<Exchange, 'keys' | 'algorithms'>,
): string {
  const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signer = new SignedXml({
    privateKey: keys.privateKey,
    publicCert: keys.certificate,
    signatureAlgorithm: algorithms.signature,
    canonicalizationAlgorithm: canonical,
  });
  const target = `/*[local-name(.)='${name}']`;
  signer.addReference({
    xpath: target,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical],
    digestAlgorithm: algorithms.digest,
  });
  signer.computeSignature(document, {
    prefix: 'ds',
    location: { reference: `${target}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

/** An xs:ID, which must not begin with a digit. */
export function newId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}
