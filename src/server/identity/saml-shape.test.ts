import { describe, expect, it } from 'vitest';
import { ANSWER_LIMITS, shapeOf } from './saml-shape.ts';

const answer = (content: string, attributes = '') =>
  `<samlp:Response xmlns:samlp="urn:p" ${attributes}>${content}</samlp:Response>`;
const nested = (depth: number, attributes = '') =>
  `${`<e ${attributes}>`.repeat(depth)}${'</e>'.repeat(depth)}`;
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const namespaces = (count: number) => many(count, (index) => ` xmlns:n${index}="urn:${index}"`);
const cipher = (value: string) => `<CipherData><CipherValue>${value}</CipherValue></CipherData>`;
const GCM = '<EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/>';
const OAEP = '<EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/>';
const key = (value: string) => `<EncryptedKey>${OAEP}${cipher(value)}</EncryptedKey>`;

describe('the shape of an answer', () => {
  it('says who answers what, of an answer as large as the profile makes them', () => {
    const attribute = (index: number) =>
      `<s:Attribute xmlns:s="urn:s" Name="urn:oid:${index}" NameFormat="uri" s:TrustLevel="HOCH"><s:AttributeValue xmlns:xs="urn:xs" xmlns:xsi="urn:xsi" xsi:type="xs:string">${'ß'.repeat(200)}</s:AttributeValue></s:Attribute>`;
    const content = `<Issuer> urn:account </Issuer><Signature/><Assertion><Issuer>inner</Issuer>${many(150, attribute)}</Assertion>`;
    expect(shapeOf(answer(content, 'InResponseTo="_1" Destination="https://portal.example"'))).toEqual({
      inResponseTo: '_1',
      destination: 'https://portal.example',
      isSigned: true,
      issuer: 'urn:account',
      encrypted: null,
    });
  });

  it.each([
    ['inside', `<EncryptedData>${GCM}<KeyInfo>${key('k')}</KeyInfo>${cipher('c')}</EncryptedData>`],
    ['beside', `<EncryptedData>${GCM}<KeyInfo/>${cipher('c')}</EncryptedData>${key('k')}`],
  ])('finds what is encrypted with its key %s', (_where, content) => {
    expect(shapeOf(answer(`<EncryptedAssertion>${content}</EncryptedAssertion>`)).encrypted).toEqual({
      algorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      oaepHash: 'sha1',
      key: 'k',
      content: 'c',
    });
  });

  it.each<[string, string, RegExp]>([
    ['one element too deep', answer(nested(ANSWER_LIMITS.depth)), /nested too deeply/],
    ['too many elements', answer('<e/>'.repeat(ANSWER_LIMITS.elements)), /too many elements/],
    ['too many attributes', answer(many(1900, () => '<e a="" b="" c=""/>')), /too many attributes/],
    [
      'too many attributes of one element',
      answer(`<e ${many(ANSWER_LIMITS.attributesOfOneElement + 1, (index) => ` a${index}=""`)}/>`),
      /too many attributes/,
    ],
    ['too many namespaces', answer(many(600, () => '<e xmlns:a="u" xmlns:b="v"/>')), /too many namespaces/],
    [
      'too many namespaces in one another',
      answer(`<e${namespaces(20)}><e${namespaces(20)}/></e>`),
      /too many namespaces/,
    ],
    ['too many bytes', answer('ß'.repeat(ANSWER_LIMITS.bytes / 2)), /too large/],
    ['a document type', `<!DOCTYPE a>${answer('')}`, /document type/],
    ['an entity', answer('&name;'), /not well formed/],
    ['a processing instruction', answer('<?a b?>'), /processing instruction/],
    ['a comment', answer('<!-- a -->'), /comment/],
    ['a CDATA section', answer('<![CDATA[a]]>'), /CDATA/],
    ['no end', '<Response>', /not well formed/],
    ['two assertions', answer('<Assertion/><Assertion/>'), /more than one/],
    [
      'an assertion in clear beside an encrypted one',
      answer('<Assertion/><EncryptedAssertion/>'),
      /more than one/,
    ],
    ['a signature without an algorithm', answer('<SignatureMethod/>'), /no algorithm as SignatureMethod/],
    ['a signature by a shared secret', answer('<SignatureMethod Algorithm="#hmac-sha1"/>'), /hmac-sha1/],
    ['a transform by a style sheet', answer('<Transform Algorithm="#xslt"/>'), /xslt as Transform/],
    [
      'a canonical form with comments',
      answer('<CanonicalizationMethod Algorithm="#c"/>'),
      /as Canonicalization/,
    ],
    [
      'a digest where none belongs',
      answer('<Other><DigestMethod Algorithm="#sha1"/></Other>'),
      /DigestMethod in Other/,
    ],
    [
      'two contents',
      answer(`<EncryptedData>${GCM}${key('k')}${cipher('c')}${cipher('d')}</EncryptedData>`),
      /not one key/,
    ],
    [
      'content without an encryption',
      answer(`<EncryptedData>${cipher('c')}</EncryptedData>`),
      /names no encryption/,
    ],
  ])('refuses %s', (_what, xml, reason) => {
    expect(() => shapeOf(xml)).toThrow(reason);
  });

  it('has room up to each limit', () => {
    expect(() => shapeOf(answer(nested(ANSWER_LIMITS.depth - 1)))).not.toThrow();
    expect(() => shapeOf(answer('<e/>'.repeat(ANSWER_LIMITS.elements - 1)))).not.toThrow();
    expect(() => shapeOf(answer(`<e${namespaces(20)}><e${namespaces(19)}/></e>`))).not.toThrow();
    expect(() => shapeOf(answer(many(490, () => '<e xmlns:a="u" xmlns:b="v"/>')))).not.toThrow();
  });
});
