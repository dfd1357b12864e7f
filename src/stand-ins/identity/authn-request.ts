import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { NAMESPACES } from './profile.ts';

/** A portal that is registered at the account. */
export type ServiceProvider = {
  issuer: string;
  assertionConsumerUrl: string;
  /** Address for messages about logouts. Without it the account has no single logout with the portal. */
  logoutUrl?: string;
  certificate: string;
};

export type AuthnRequest = {
  id: string;
  forceAuthn: boolean;
  /** Lowest level that the portal accepts, by the account's numbers. */
  minimumLevel: number;
  /** Names of the requested attributes. */
  attributes: string[];
  organizationName: string;
};

/** Rules by which an account reads requests. */
export type RequestProfile = {
  entryPoint: string;
  /** Number of the level of an AuthnContextClassRef; null if the account does not know it. */
  levelOf: (classRef: string) => number | null;
  /** Namespace of the RequestedAttribute elements. */
  attributes: string;
};

const MAX_AGE_MS = 5 * 60_000;

/**
 * Reads a posted AuthnRequest from its signed part only.
 * @throws Error in plain words when it is not signed by the registered portal, too old, or outside the profile.
 */
export function readAuthnRequest(
  samlRequest: string,
  portal: ServiceProvider,
  { entryPoint, levelOf, attributes }: RequestProfile,
): AuthnRequest {
  const posted = Buffer.from(samlRequest, 'base64').toString('utf8');
  const root = parse(verify(posted, portal.certificate));
  const first = (namespace: string, name: string) => root.getElementsByTagNameNS(namespace, name).item(0);
  const check = (isFine: boolean, fault: string) => {
    if (!isFine) throw new Error(fault);
  };
  const { saml, samlp } = NAMESPACES;

  check(root.namespaceURI === samlp && root.localName === 'AuthnRequest', 'not an AuthnRequest');
  check(first(saml, 'Issuer')?.textContent === portal.issuer, 'the issuer is not registered');
  check(root.getAttribute('Destination') === entryPoint, 'the request is meant for another address');
  const address = root.getAttribute('AssertionConsumerServiceURL');
  check(address === portal.assertionConsumerUrl, 'the AssertionConsumerServiceURL is not registered');
  const age = Date.now() - Date.parse(root.getAttribute('IssueInstant') ?? '');
  check(Math.abs(age) < MAX_AGE_MS, 'the request is too old');
  const context = first(samlp, 'RequestedAuthnContext');
  check(
    context?.getAttribute('Comparison') === 'minimum',
    'the comparison of the AuthnContext must be minimum',
  );
  const minimumLevel = levelOf(first(saml, 'AuthnContextClassRef')?.textContent ?? '');
  if (minimumLevel === null) throw new Error('the AuthnContextClassRef is unknown');

  const requested = Array.from(root.getElementsByTagNameNS(attributes, 'RequestedAttribute'));
  return {
    id: root.getAttribute('ID') ?? '',
    forceAuthn: root.getAttribute('ForceAuthn') === 'true',
    minimumLevel,
    attributes: requested.map((attribute) => attribute.getAttribute('Name') ?? ''),
    organizationName: first('*', 'OrganizationDisplayName')?.textContent ?? '',
  };
}

/** The canonical XML that the portal's signature covers. */
function verify(xml: string, certificate: string): string {
  const signatures = Array.from(parse(xml).childNodes).filter((node) => node.nodeName.endsWith('Signature'));
  const [signature] = signatures;
  if (!signature || signatures.length > 1) throw new Error('the request is not signed');
  const verifier = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  verifier.loadSignature(signature);
  if (!isValid(verifier, xml)) throw new Error('the signature is not that of the registered portal');
  const [signed, ...more] = verifier.getSignedReferences();
  if (!signed || more.length > 0) throw new Error('the signature must cover the request');
  return signed;
}

function isValid(verifier: SignedXml, xml: string): boolean {
  try {
    return verifier.checkSignature(xml);
  } catch {
    return false;
  }
}

export function parse(xml: string): Element {
  const fail = (message: string) => {
    throw new Error(`not XML: ${message}`);
  };
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } });
  const root = parser.parseFromString(xml, 'text/xml')?.documentElement;
  if (!root) throw new Error('not XML');
  return root;
}
