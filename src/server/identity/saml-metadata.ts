import { html as xml } from '#server/html/html.ts';
import type { RequestedAttribute } from './saml-attributes.ts';

const ENCRYPTION = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
];
const NAMESPACES = xml` xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"`;

const LOGOUT_BINDINGS = ['HTTP-Redirect', 'HTTP-POST'];

const base64Of = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '');
const key = (use: 'signing' | 'encryption', pem: string) =>
  xml`<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64Of(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${
    use === 'encryption' &&
    ENCRYPTION.map((algorithm) => xml`<md:EncryptionMethod Algorithm="${algorithm}"/>`)
  }</md:KeyDescriptor>`;

/**
 * Returns our metadata for the registration with an account (SAML 2.0 metadata, 2.4.4): our name, the addresses for
 * answers and logouts, our keys, and the attributes that we can use. They name no algorithm that we would refuse,
 * because the account may choose any of them.
 */
export function samlMetadata(ours: {
  issuer: string;
  assertionConsumerUrl: string;
  /** Address for messages about logouts; null without single logout. */
  logoutUrl: string | null;
  organizationName: string;
  nameIdFormat: string;
  /**
   * PEM. The first one signs, and the account encrypts for it; the others are about to be replaced, or to replace it.
   */
  certificates: readonly [string, ...string[]];
  attributes: readonly RequestedAttribute[];
}): string {
  const [current] = ours.certificates;
  return xml`<md:EntityDescriptor${NAMESPACES} entityID="${ours.issuer}"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="true" WantAssertionsSigned="true">${ours.certificates.map((one) => key('signing', one))}${key('encryption', current)}${ours.logoutUrl !== null && LOGOUT_BINDINGS.map((binding) => xml`<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${ours.logoutUrl}"/>`)}<md:NameIDFormat>${ours.nameIdFormat}</md:NameIDFormat><md:AssertionConsumerService index="1" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${ours.assertionConsumerUrl}"/><md:AttributeConsumingService index="1" isDefault="true"><md:ServiceName xml:lang="de">${ours.organizationName}</md:ServiceName>${ours.attributes.map(
    ({ scope, name, isRequired }) =>
      xml`<md:RequestedAttribute Name="${name}" FriendlyName="${scope}" isRequired="${String(isRequired)}"/>`,
  )}</md:AttributeConsumingService></md:SPSSODescriptor></md:EntityDescriptor>`.text;
}
