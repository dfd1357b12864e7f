import { SaxesParser } from 'saxes';
import {
  ALLOWED_ALGORITHMS,
  DEFAULT_OAEP_DIGEST,
  DEFAULT_OAEP_MASK,
  OAEP_HASHES,
} from './saml-algorithms.ts';

/**
 * Limits that no genuine answer exceeds, for the costs of reading: canonicalisation takes an answer's elements times
 * the namespaces in scope. An answer with every attribute of the profile has about 100 elements, 15 deep.
 */
export const ANSWER_LIMITS = {
  bytes: 128 * 1024,
  depth: 24,
  elements: 2000,
  attributes: 4000,
  attributesOfOneElement: 24,
  namespaces: 1000,
  namespacesInScope: 40,
} as const;

/** Elements that occur at most once in an answer, so that two readers cannot pick different ones. */
const ONCE = new Set(['Response', 'Assertion', 'EncryptedAssertion', 'EncryptedData', 'EncryptedKey']);

/** Only whole assertions are decrypted. */
const NEVER = new Set(['EncryptedID', 'EncryptedAttribute', 'NewID', 'NewEncryptedID']);
/** Allowed parents of these elements; elsewhere they could be mistaken for something else. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  EncryptedData: ['EncryptedAssertion'],
  EncryptedKey: ['KeyInfo', 'EncryptedAssertion'],
};

/** Parts of an answer that are read before any of it is trusted. */
export type AnswerShape = {
  /** Name of the outermost element, without a prefix, and its attributes. */
  root: string;
  inResponseTo: string | null;
  destination: string | null;
  isSigned: boolean;
  /** The Issuer directly below the root. */
  issuer: string | null;
  encrypted: Encrypted | null;
};
/** Base64 of the two parts of encrypted content, and the hash of RSA-OAEP. */
export type Encrypted = { algorithm: string; oaepHash: string; key: string; content: string };

type CipherValues = Record<'key' | 'content', string[]>;
type Attributes = Record<string, string>;

/**
 * Reads the shape of an answer in one pass, without building a tree.
 * @throws Error when it exceeds the limits, names an algorithm that is not allowed, has a document type, a processing
 * instruction, a comment or a CDATA section, or is not well formed
 */
export function shapeOf(xml: string): AnswerShape {
  if (Buffer.byteLength(xml) > ANSWER_LIMITS.bytes) throw new Error('the answer is too large');
  const parser = new SaxesParser({ xmlns: false });
  const path: string[] = [];
  const inScope: number[] = [];
  const values: CipherValues = { key: [], content: [] };
  const seen = new Set<string>();
  const algorithms: Record<string, string> = {};
  const shape: AnswerShape = {
    root: '',
    inResponseTo: null,
    destination: null,
    isSigned: false,
    issuer: null,
    encrypted: null,
  };
  const counts = { elements: 0, attributes: 0, namespaces: 0 };
  let ofThisElement = 0;
  let declaredHere = 0;
  let text = '';

  const refuse = (reason: string): never => {
    throw new Error(`the answer ${reason}`);
  };
  parser.on('error', () => refuse('is not well formed'));
  parser.on('doctype', () => refuse('has a document type'));
  parser.on('processinginstruction', () => refuse('has a processing instruction'));
  parser.on('comment', () => refuse('has a comment'));
  parser.on('cdata', () => refuse('has a CDATA section'));
  parser.on('text', (part) => {
    text += part;
  });

  parser.on('opentagstart', () => {
    ofThisElement = 0;
    declaredHere = 0;
    counts.elements += 1;
    if (counts.elements > ANSWER_LIMITS.elements) refuse('has too many elements');
    if (path.length >= ANSWER_LIMITS.depth) refuse('is nested too deeply');
  });

  parser.on('attribute', ({ name }) => {
    counts.attributes += 1;
    ofThisElement += 1;
    const tooMany =
      counts.attributes > ANSWER_LIMITS.attributes || ofThisElement > ANSWER_LIMITS.attributesOfOneElement;
    if (tooMany) refuse('has too many attributes');
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) return;
    counts.namespaces += 1;
    declaredHere += 1;
    const scope = (inScope.at(-1) ?? 0) + declaredHere;
    if (counts.namespaces > ANSWER_LIMITS.namespaces || scope > ANSWER_LIMITS.namespacesInScope) {
      refuse('declares too many namespaces');
    }
  });

  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    const parent = path.at(-1) ?? '';
    const attributes = tag.attributes as Attributes;
    if (ONCE.has(name) && seen.has(name)) refuse(`has more than one ${name}`);
    if (NEVER.has(name)) refuse(`has an ${name}`);
    if (PARENTS[name]?.includes(parent) === false) refuse(`has an ${name} in the wrong place`);
    seen.add(name);
    if (path.length === 0) {
      shape.root = name;
      shape.inResponseTo = attributes.InResponseTo ?? null;
      shape.destination = attributes.Destination ?? null;
    }
    if (path.length === 1 && name === 'Signature') shape.isSigned = true;
    const place = ALLOWED_ALGORITHMS[name] ? name : `${parent}/${name}`;
    const allowed = ALLOWED_ALGORITHMS[place];
    if (allowed) {
      const algorithm = attributes.Algorithm ?? '';
      if (!allowed.includes(algorithm)) refuse(`uses ${wordFor(algorithm)} as ${name}`);
      algorithms[place] = algorithm;
    } else if (name === 'DigestMethod' || name === 'EncryptionMethod' || name === 'MGF') {
      refuse(`has a ${name} in the wrong place`);
    }
    path.push(name);
    inScope.push((inScope.at(-1) ?? 0) + declaredHere);
    text = '';
  });

  parser.on('closetag', () => {
    const name = path.pop();
    inScope.pop();
    if (name === 'Issuer' && path.length === 1) shape.issuer = text.trim();
    if (name === 'CipherValue') {
      values[path.includes('EncryptedKey') ? 'key' : 'content'].push(text);
    }
    text = '';
  });

  parser.write(xml).close();
  if (seen.has('Assertion') && seen.has('EncryptedAssertion')) refuse('has more than one Assertion');
  if (seen.has('EncryptedData')) shape.encrypted = encryptedOf(values, algorithms, refuse);
  return shape;
}

function encryptedOf(
  { key, content }: CipherValues,
  algorithms: Record<string, string>,
  refuse: (reason: string) => never,
): Encrypted {
  const algorithm = algorithms['EncryptedData/EncryptionMethod'];
  const wrapping = algorithms['EncryptedKey/EncryptionMethod'];
  if (!algorithm || !wrapping) return refuse('names no encryption');
  if (key.length !== 1 || content.length !== 1) return refuse('has not one key and one content');
  const digest = algorithms['EncryptionMethod/DigestMethod'] ?? DEFAULT_OAEP_DIGEST;
  const mask = algorithms['EncryptionMethod/MGF'] ?? DEFAULT_OAEP_MASK;
  const oaepHash = OAEP_HASHES[`${wrapping} ${digest} ${mask}`];
  if (!oaepHash) return refuse(`uses ${digest} with ${mask} in RSA-OAEP`);
  return { algorithm, oaepHash, key: key[0]!, content: content[0]! };
}

/** Names of algorithms by the W3C. Any other text may be anybody's, and the log would repeat it. */
const ALGORITHM = /^http:\/\/www\.w3\.org\/\d{4}\/\d{2}\/[a-z]+(-[a-z0-9]+)*#[a-z0-9-]{1,30}$/;
const wordFor = (algorithm: string): string => {
  if (algorithm === '') return 'no algorithm';
  return ALGORITHM.test(algorithm) ? algorithm : 'an unknown algorithm';
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
