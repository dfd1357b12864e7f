import { closeSync, openSync, readSync } from 'node:fs';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { encodingOfStart } from '../../encoding.ts';
import { ImportRefused } from '../../refused.ts';
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
/** The namespaces of versions 2.2.0, 2.3.1 and their neighbours. */
const NAMESPACE = /^https?:\/\/xoev\.de\/schemata\/xzufi\/2_\d+_\d+$/;

/** True if an element is an object to be read as a whole; `parent` is the name of its parent. */
type IsObject = (name: string, parent: string) => boolean;

/**
 * Reads a file of any size piece by piece and passes on each complete object, so that only one is in memory at a time.
 * Elements and attributes are identified by their local names.
 * @throws ImportRefused when the file is not well formed, ends early, has a document type (and with it entities),
 * objects in another namespace than XZuFi's, or exceeds the limits
 */
export function readObjects(
  file: string,
  isObject: IsObject,
  handle: {
    root(element: XmlElement, encoding: string): void;
    /** @param leftOut lines of texts in it that are too long */
    object(element: XmlElement, leftOut: readonly number[]): void;
  },
): void {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  const open: XmlElement[] = [];
  let position = 0;
  let objectStart = 0;
  let tooLong: number[] = [];
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
    const current = open.at(-1);
    if (current) {
      const element = toElement(tag);
      current.content.push(element);
      open.push(element);
    } else if (path.length === 1) handle.root(toElement(tag), encoding);
    if (!current && isObject(tag.local, parent)) {
      if (!NAMESPACE.test(tag.uri)) {
        const found = tag.uri ? `the namespace ${tag.uri}` : 'no namespace';
        refuse(`${tag.local} has ${found}, not one of XZuFi 2 (http://xoev.de/schemata/xzufi/2_2_0)`);
      }
      objectStart = parser.position;
      tooLong = [];
      open.push(toElement(tag));
    }
  });
  const text = (value: string) => {
    moved();
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
    const done = open.pop();
    if (done && open.length === 0) handle.object(done, tooLong);
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
