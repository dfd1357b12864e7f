import { closeSync, openSync, readSync } from 'node:fs';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ImportRefused } from '../refused.ts';
import type { XmlElement } from './element.ts';

/** Limits that an administration's XML never exceeds; hostile or broken files do. */
const LIMITS = {
  /** Nesting of elements. */
  depth: 200,
  /** Characters of one text, tag or comment. */
  token: 5_000_000,
  /** Characters of one object (a service with all its texts). */
  object: 30_000_000,
};
const CHUNK_BYTES = 256 * 1024;

/** Whether an element is an object to be read as a whole; `parent` is the name of its parent. */
type IsObject = (name: string, parent: string) => boolean;

/**
 * Reads a file of any size piece by piece and passes on each object once it is complete, so that no more than one is in
 * memory. Elements and attributes are identified by their local names.
 * @throws ImportRefused when the file is not well formed, ends early, has a document type (and with it entities), or
 * exceeds the limits
 */
export function readObjects(
  file: string,
  isObject: IsObject,
  handle: { root(element: XmlElement): void; object(element: XmlElement, parent: string): void },
): void {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  const open: XmlElement[] = [];
  let position = 0;
  let objectStart = 0;
  const refuse = (reason: string): never => {
    throw new ImportRefused([`${file}:${parser.line}: ${reason}`]);
  };
  const moved = () => {
    position = parser.position;
  };
  parser.on('error', ({ message }) => refuse(`not well formed: ${message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => refuse('a document type (DOCTYPE, entities) is not accepted'));
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding)) refuse(`the encoding is ${encoding}, UTF-8 is expected`);
  });
  parser.on('comment', moved);
  parser.on('processinginstruction', moved);
  parser.on('opentag', (tag) => {
    moved();
    const parent = path.at(-1) ?? '';
    if (path.length >= LIMITS.depth) refuse(`more than ${LIMITS.depth} elements in one another`);
    path.push(tag.local);
    const current = open.at(-1);
    if (current) {
      const element = toElement(tag);
      current.content.push(element);
      open.push(element);
    } else if (path.length === 1) handle.root(toElement(tag));
    if (!current && isObject(tag.local, parent)) {
      objectStart = parser.position;
      open.push(toElement(tag));
    }
  });
  const text = (value: string) => {
    moved();
    open.at(-1)?.content.push(value);
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
    if (done && open.length === 0) handle.object(done, path.at(-1) ?? '');
  });
  for (const chunk of chunksOf(file, refuse)) {
    parser.write(chunk);
    if (parser.position - position > LIMITS.token) {
      refuse(`a text or tag has more than ${LIMITS.token} characters`);
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

function* chunksOf(file: string, refuse: (reason: string) => never): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  const decode = (bytes: Buffer, stream: boolean) => {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      return refuse('the text is not UTF-8');
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
