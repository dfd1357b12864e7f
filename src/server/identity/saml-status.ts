import { DOMParser } from '@xmldom/xmldom';

const PREFIX = 'urn:oasis:names:tc:SAML:2.0:status:';

export type SamlStatus = { codes: string[]; message: string };

/** The status codes of a samlp:Status element, outermost first and without their common prefix. */
export function readStatus(statusXml: string): SamlStatus {
  const document = new DOMParser().parseFromString(statusXml, 'text/xml');
  const named = (name: string) => Array.from(document.getElementsByTagNameNS('*', name));
  return {
    codes: named('StatusCode').map((code) => (code.getAttribute('Value') ?? '').replace(PREFIX, '')),
    message: named('StatusMessage')[0]?.textContent?.trim() ?? '',
  };
}

/** How the account reports that the person pressed cancel. */
export function isCancel({ codes, message }: SamlStatus): boolean {
  return codes[0] === 'Requester' && codes[1] === 'AuthnFailed' && /\bcancell?ed\b/i.test(message);
}

/** How the account reports that the person cannot log in at the level that was asked for. */
export const isBelowLevel = ({ codes }: SamlStatus): boolean => codes.includes('NoAuthnContext');

/** The codes of SAML 2.0 (core, 3.2.2.2): the log repeats these words, and none that somebody made up. */
const KNOWN = new Set([
  'Success',
  'Requester',
  'Responder',
  'VersionMismatch',
  'AuthnFailed',
  'InvalidAttrNameOrValue',
  'InvalidNameIDPolicy',
  'NoAuthnContext',
  'NoAvailableIDP',
  'NoPassive',
  'NoSupportedIDP',
  'PartialLogout',
  'ProxyCountExceeded',
  'RequestDenied',
  'RequestUnsupported',
  'RequestVersionDeprecated',
  'RequestVersionTooHigh',
  'RequestVersionTooLow',
  'ResourceNotRecognized',
  'TooManyResponses',
  'UnknownAttrProfile',
  'UnknownPrincipal',
  'UnsupportedBinding',
]);

/** A status for the log. Its message may be anybody's, and is left out. */
export const inWords = ({ codes }: Pick<SamlStatus, 'codes'>): string =>
  codes.map((code) => (KNOWN.has(code) ? code : 'another code')).join('/');
