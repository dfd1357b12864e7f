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

/** Whether the account reports that the person pressed cancel. */
export function isCancel({ codes, message }: SamlStatus): boolean {
  return codes[0] === 'Requester' && codes[1] === 'AuthnFailed' && /\bcancell?ed\b/i.test(message);
}

/** Whether the account reports that the person cannot log in at the requested level. */
export const isBelowLevel = ({ codes }: SamlStatus): boolean => codes.includes('NoAuthnContext');

/** The codes of SAML 2.0 (core, 3.2.2.2). The log repeats only these words, because others may be invented. */
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

/** Returns a status for the log, without its message, which may be anybody's. */
export const inWords = ({ codes }: Pick<SamlStatus, 'codes'>): string =>
  codes.map((code) => (KNOWN.has(code) ? code : 'another code')).join('/');
