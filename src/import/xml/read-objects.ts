import { closeSync, openSync, readSync } from 'node:fs';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { encodingOfStart } from '../encoding.ts';
import { ImportRefused } from '../refused.ts';
import type { XmlElement } from './element.ts';

/** Limits that an administration's XML never exceeds. Hostile or broken files do. */
const LIMITS = {
  /** Nesting of elements. */
  depth: 200,
  /** Characters of one text, which is left out if it has more, or of a tag. */
  token: 5_000_000,
  /** Characters without an end in sight. */
  unended: 10_000_000,
  /** Characters of one object (a service with all its texts). */
  object: 30_000_000,
};
const CHUNK_BYTES = 256 * 1024;

/** The kind of XML that a file has. */
export type XmlKind = {
  /** True if an element is an object to be read as a whole; `parent` is the name of its parent, empty for the root. */
  isObject(name: string, parent: string): boolean;
  /** True if an element of an object is passed over with everything in it. */
  isPassedOver?(name: string): boolean;
  /** The reason why an object is refused for its namespace (empty if it has none); undefined if it is accepted. */
  namespaceFault(name: string, uri: string): string | undefined;
};

/**
 * Reads a file of any size piece by piece and passes on each complete object, so that only one is in memory at a time.
 * Elements and attributes are identified by their local names.
 * @throws ImportRefused when the file is not well formed, ends early, has a document type (and with it entities),
 * objects in a namespace that is refused, or exceeds the limits
 */
export function readObjects(
  file: string,
  { isObject, isPassedOver = () => false, namespaceFault }: XmlKind,
  handle: {
    root?(element: XmlElement, encoding: string): void;
    /** @param leftOut lines of texts in it that are too long; namespace: its namespace */
    object(element: XmlElement, leftOut: readonly number[], namespace: string): void;
  },
): void {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  const open: XmlElement[] = [];
  let position = 0;
  let objectStart = 0;
  let tooLong: number[] = [];
  let namespace = '';
  /** How many elements are open from the one that is passed over; 0 outside of it. */
  let passedOver = 0;
  let encoding = '';
  const refuse = (reason: string): never => {
    throw new ImportRefused([`${file}:${parser.line}: ${reason}`]);
  };
  const moved = () => {
    position = parser.position;
  };
  parser.on('error', ({ message }) => refuse(`not well formed: ${message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => refuse('a document type (DOCTYPE, entities) is not accepted'));
  parser.on('comment', moved);
  parser.on('processinginstruction', moved);
  parser.on('opentag', (tag) => {
    if (parser.position - position > LIMITS.token) refuse(`a tag has more than ${LIMITS.token} characters`);
    moved();
    const parent = path.at(-1) ?? '';
    if (path.length >= LIMITS.depth) refuse(`more than ${LIMITS.depth} elements in one another`);
    path.push(tag.local);
    if (path.length === 1) handle.root?.(toElement(tag), encoding);
    const current = open.at(-1);
    if (passedOver > 0 || (current && isPassedOver(tag.local))) passedOver++;
    else if (current) {
      const element = toElement(tag);
      current.content.push(element);
      open.push(element);
    } else if (isObject(tag.local, parent)) {
      const fault = namespaceFault(tag.local, tag.uri);
      if (fault !== undefined) refuse(fault);
      namespace = tag.uri;
      objectStart = parser.position;
      tooLong = [];
      open.push(toElement(tag));
    }
  });
  const text = (value: string) => {
    moved();
    if (passedOver > 0) return;
    const element = open.at(-1);
    if (value.length <= LIMITS.token) element?.content.push(value);
    else if (element) tooLong.push(parser.line);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    moved();
    path.pop();
    if (open.length > 0 && parser.position - objectStart > LIMITS.object) {
      refuse(`an object has more than ${LIMITS.object} characters`);
    }
    if (passedOver > 0) {
      passedOver--;
      return;
    }
    const done = open.pop();
    if (done && open.length === 0) handle.object(done, tooLong, namespace);
  });
  const chunks = chunksOf(file, (reason, linesOn = 0) => {
    throw new ImportRefused([`${file}:${parser.line + linesOn}: ${reason}`]);
  });
  for (const chunk of chunks) {
    encoding = chunk.encoding;
    parser.write(chunk.text);
    if (parser.position - position > LIMITS.unended) {
      refuse(`a text or tag has more than ${LIMITS.unended} characters`);
    }
  }
  parser.close();
}

function toElement({ local, attributes }: SaxesTagNS): XmlElement {
  const values: Record<string, string> = {};
  for (const { prefix, local: name, value } of Object.values(attributes)) {
    if (prefix !== 'xmlns' && name !== 'xmlns') values[name] = value;
  }
  return { name: local, attributes: values, content: [] };
}

type Refuse = (reason: string, linesOn?: number) => never;

/** The file in pieces. Its encoding is that of its first bytes, otherwise the one it declares, otherwise UTF-8. */
function* chunksOf(file: string, refuse: Refuse): Generator<{ text: string; encoding: string }> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  let decoder: TextDecoder | null = null;
  const decode = (bytes: Buffer, stream: boolean) => {
    decoder ??= new TextDecoder(encodingOf(bytes, refuse), { fatal: true });
    const { encoding } = decoder;
    try {
      return { text: decoder.decode(bytes, { stream }), encoding };
    } catch {
      const [readable = ''] = new TextDecoder(encoding).decode(bytes).split('\uFFFD');
      return refuse(`the text is not ${encoding.toUpperCase()}`, readable.split('\n').length - 1);
    }
  };
  try {
    for (;;) {
      const length = readSync(descriptor, buffer, 0, CHUNK_BYTES, null);
      if (length === 0) break;
      yield decode(buffer.subarray(0, length), true);
    }
    yield decode(Buffer.alloc(0), false);
  } finally {
    closeSync(descriptor);
  }
}

/** Declared encodings to those of the decoder. Files declared as Latin-1 may contain letters of Windows-1252. */
const ENCODINGS: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
};

function encodingOf(bytes: Buffer, refuse: Refuse): string {
  const shown = encodingOfStart(bytes);
  if (shown) return shown;
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(bytes.toString('latin1', 0, 400))?.[1];
  const known = ENCODINGS[(declared ?? 'utf-8').toLowerCase()];
  return known ?? refuse(`the encoding ${declared} is not known; UTF-8 is expected`);
}
