/** Permissions in the extensions of a certificate (X.509, RFC 5280 section 4.2); node:crypto does not expose them. */
export type Extensions = {
  /** Number of CA certificates allowed between this one and the last; null: any number, or not a CA. */
  pathLength: number | null;
  /** Permitted uses of the key; null without that extension. */
  keyUsage: ReadonlySet<KeyUsage> | null;
  /** Object identifiers; null without that extension. */
  extendedKeyUsage: readonly string[] | null;
  /** Identifiers (hex) of unknown extensions that must be understood. */
  unknownCritical: readonly string[];
};

const KEY_USAGES = ['digitalSignature', 'nonRepudiation', 'keyEncipherment', 'dataEncipherment'] as const;
export type KeyUsage = (typeof KEY_USAGES)[number];

const TAG = { boolean: 1, integer: 2, sequence: 0x30, extensions: 0xa3 };
const OID = { keyUsage: '551d0f', basicConstraints: '551d13', extendedKeyUsage: '551d25' };
/** Key ids, alternative names, policies and locations of revocation lists, which restrict nothing here. */
const HARMLESS = new Set(['551d0e', '551d23', '551d11', '551d12', '551d20', '551d1f']);

type Element = { tag: number; content: Buffer };

/** Reads the extensions of a certificate in DER. @throws Error when it is not DER */
export function extensionsOf(certificate: Buffer): Extensions {
  const [whole] = elementsOf(certificate);
  const [signed] = whole ? elementsOf(whole.content) : [];
  const wrapped = signed && elementsOf(signed.content).find(({ tag }) => tag === TAG.extensions);
  const list = wrapped && elementsOf(wrapped.content)[0];
  const found: Mutable<Extensions> = {
    pathLength: null,
    keyUsage: null,
    extendedKeyUsage: null,
    unknownCritical: [],
  };
  for (const extension of list ? elementsOf(list.content) : []) read(extension, found);
  return found;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function read(extension: Element, found: Mutable<Extensions>): void {
  const parts = elementsOf(extension.content);
  const id = parts[0]?.content.toString('hex') ?? '';
  const isCritical = parts[1]?.tag === TAG.boolean && parts[1].content[0] !== 0;
  const value = elementsOf(parts.at(-1)?.content ?? Buffer.alloc(0))[0];
  if (!value) throw new Error('an extension is empty');
  if (id === OID.keyUsage) {
    const [, bits = 0] = value.content;
    found.keyUsage = new Set(KEY_USAGES.filter((_, index) => bits & (0x80 >> index)));
  } else if (id === OID.extendedKeyUsage) {
    found.extendedKeyUsage = elementsOf(value.content).map(({ content }) => content.toString('hex'));
  } else if (id === OID.basicConstraints) {
    const length = elementsOf(value.content).find(({ tag }) => tag === TAG.integer);
    if (length) found.pathLength = length.content.readUIntBE(0, Math.min(length.content.length, 6));
  } else if (isCritical && !HARMLESS.has(id)) {
    found.unknownCritical = [...found.unknownCritical, id];
  }
}

/** The consecutive elements in DER (X.690). */
function elementsOf(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const more = first & 0x80 ? first & 0x7f : 0;
    if (first === 0x80) throw new Error('a length is not DER');
    const length = more ? bytes.readUIntBE(at + 2, more) : first;
    const start = at + 2 + more;
    if (start + length > bytes.length) throw new Error('an element is cut off');
    elements.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}
