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
const names = (method: string, algorithm: string) =>
  answer(`<${method} Algorithm="http://www.w3.org/${algorithm}"/>`);
const SEALED_DATA = /<EncryptedData>.*<\/EncryptedData>/;
const key = (value: string) => `<EncryptedKey>${OAEP}${cipher(value)}</EncryptedKey>`;
const sealed = (content: string) =>
  answer(`<EncryptedAssertion><EncryptedData>${content}</EncryptedData></EncryptedAssertion>`);
/** RSA-OAEP with the digest and the mask function of XML Encryption 1.1. */
const oaep = (wrapping: string, digest: string, mask: string) =>
  sealed(
    `${GCM}<KeyInfo><EncryptedKey><EncryptionMethod Algorithm="http://www.w3.org/${wrapping}">${
      digest && `<DigestMethod Algorithm="http://www.w3.org/${digest}"/>`
    }${mask && `<MGF Algorithm="http://www.w3.org/2009/xmlenc11#${mask}"/>`}</EncryptionMethod>${cipher('k')}</EncryptedKey></KeyInfo>${cipher('c')}`,
  );
const MGF1P = '2001/04/xmlenc#rsa-oaep-mgf1p';
const OAEP_1_1 = '2009/xmlenc11#rsa-oaep';

describe('the shape of an answer', () => {
  it('says who answers what, of an answer as large as the profile makes them', () => {
    const attribute = (index: number) =>
      `<s:Attribute xmlns:s="urn:s" Name="urn:oid:${index}" NameFormat="uri" s:TrustLevel="HOCH"><s:AttributeValue xmlns:xs="urn:xs" xmlns:xsi="urn:xsi" xsi:type="xs:string">${'ß'.repeat(200)}</s:AttributeValue></s:Attribute>`;
    const content = `<Issuer> urn:account </Issuer><Signature/><Assertion><Issuer>inner</Issuer>${many(150, attribute)}</Assertion>`;
    expect(shapeOf(answer(content, 'InResponseTo="_1" Destination="https://portal.example"'))).toEqual({
      root: 'Response',
      inResponseTo: '_1',
      destination: 'https://portal.example',
      isSigned: true,
      issuer: 'urn:account',
      encrypted: null,
    });
  });

  it.each([
    ['by its own signature', answer('<Issuer/><Signature/>'), true],
    ['not by that of an assertion', answer('<Issuer/><Assertion><Signature/></Assertion>'), false],
    ['not by anything else', answer('<Issuer/><Status/>'), false],
    ['not by being one', '<Signature xmlns="urn:s"/>', false],
  ])('is signed %s', (_what, xml, isSigned) => {
    expect(shapeOf(xml).isSigned).toBe(isSigned);
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

  it.each([
    [MGF1P, '', '', 'sha1'],
    [MGF1P, '2000/09/xmldsig#sha1', '', 'sha1'],
    [OAEP_1_1, '2001/04/xmlenc#sha256', 'mgf1sha256', 'sha256'],
    [OAEP_1_1, '2001/04/xmlenc#sha512', 'mgf1sha512', 'sha512'],
  ])('knows the hash of a key wrapped by %s with %s %s', (wrapping, digest, mask, hash) => {
    expect(shapeOf(oaep(wrapping, digest, mask)).encrypted?.oaepHash).toBe(hash);
  });

  it.each([
    [MGF1P, '2001/04/xmlenc#sha256', ''],
    [MGF1P, '', 'mgf1sha256'],
    [OAEP_1_1, '2001/04/xmlenc#sha256', ''],
    [OAEP_1_1, '2001/04/xmlenc#sha256', 'mgf1sha512'],
  ])('refuses a key wrapped by %s with two hashes: %s %s', (wrapping, digest, mask) => {
    expect(() => shapeOf(oaep(wrapping, digest, mask))).toThrow('in RSA-OAEP');
  });

  it.each<[string, string, RegExp]>([
    ['an encrypted name', answer('<Assertion><EncryptedID/></Assertion>'), /has an EncryptedID/],
    ['an encrypted attribute', answer('<Assertion><EncryptedAttribute/></Assertion>'), /EncryptedAttribute/],
    [
      'an encrypted element that is none of those',
      answer('<EncryptedData/>'),
      /EncryptedData in the wrong place/,
    ],
    [
      'a key where none belongs',
      answer('<Assertion><EncryptedKey/></Assertion>'),
      /EncryptedKey in the wrong place/,
    ],
    [
      'a mask function where none belongs',
      answer('<Other><MGF Algorithm="#m"/></Other>'),
      /MGF in the wrong place/,
    ],
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
    [
      'too many namespaces in one another, by the same name',
      answer(`${'<e xmlns="u">'.repeat(20)}<e${namespaces(20)}/>${'</e>'.repeat(20)}`),
      /too many namespaces/,
    ],
    ['too many bytes', answer('ß'.repeat(ANSWER_LIMITS.bytes / 2)), /too large/],
    ['a document type', `<!DOCTYPE a>${answer('')}`, /document type/],
    ['an entity', answer('&name;'), /not well formed/],
    ['a processing instruction', answer('<?a b?>'), /processing instruction/],
    ['a comment', answer('<!-- a -->'), /comment/],
    ['a CDATA section', answer('<![CDATA[a]]>'), /CDATA/],
    ['no end', '<Response>', /not well formed/],
    ['two assertions', answer('<Assertion/><Assertion/>'), /more than one Assertion/],
    ['an answer in an answer', answer(answer('')), /more than one Response/],
    [
      'two encrypted assertions',
      answer('<EncryptedAssertion/><EncryptedAssertion/>'),
      /more than one EncryptedAssertion/,
    ],
    [
      'two encrypted contents',
      sealed(cipher('c')).replace(SEALED_DATA, '$&$&'),
      /more than one EncryptedData/,
    ],
    ['two keys', sealed(`${GCM}<KeyInfo>${key('k')}${key('l')}</KeyInfo>`), /more than one EncryptedKey/],
    [
      'an assertion in clear beside an encrypted one',
      answer('<Assertion/><EncryptedAssertion/>'),
      /more than one/,
    ],
    ['a signature without an algorithm', answer('<SignatureMethod/>'), /no algorithm as SignatureMethod/],
    ['a signature by a shared secret', names('SignatureMethod', '2000/09/xmldsig#hmac-sha1'), /hmac-sha1/],
    [
      'a transform by a style sheet',
      names('Transform', 'TR/1999/REC-xslt-19991116'),
      /an unknown algorithm as Transform/,
    ],
    ...[
      '2001/10/xml-exc-c14n#WithComments',
      'TR/2001/REC-xml-c14n-20010315',
      'TR/2001/REC-xml-c14n-20010315#WithComments',
    ].flatMap((form): [string, string, RegExp][] => [
      [`the canonical form ${form}`, names('CanonicalizationMethod', form), /as CanonicalizationMethod/],
      [`a transform to the canonical form ${form}`, names('Transform', form), /as Transform/],
    ]),
    [
      'a digest where none belongs',
      answer('<Other><DigestMethod Algorithm="#sha1"/></Other>'),
      /DigestMethod in the wrong place/,
    ],
    [
      'two contents',
      sealed(`${GCM}<KeyInfo>${key('k')}</KeyInfo>${cipher('c')}${cipher('d')}`),
      /not one key/,
    ],
    ['content without an encryption', sealed(cipher('c')), /names no encryption/],
  ])('refuses %s', (_what, xml, reason) => {
    expect(() => shapeOf(xml)).toThrow(reason);
  });

  it('has room up to each limit', () => {
    const around = Buffer.byteLength(answer(''));
    expect(() => shapeOf(answer('x'.repeat(ANSWER_LIMITS.bytes - around)))).not.toThrow();
    expect(() => shapeOf(answer('x'.repeat(ANSWER_LIMITS.bytes - around + 1)))).toThrow(/too large/);
    expect(() => shapeOf(answer(nested(ANSWER_LIMITS.depth - 1)))).not.toThrow();
    expect(() => shapeOf(answer('<e/>'.repeat(ANSWER_LIMITS.elements - 1)))).not.toThrow();
    expect(() => shapeOf(answer(`<e${namespaces(20)}><e${namespaces(19)}/></e>`))).not.toThrow();
    expect(() => shapeOf(answer(many(490, () => '<e xmlns:a="u" xmlns:b="v"/>')))).not.toThrow();
  });
});
