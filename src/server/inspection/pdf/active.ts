import { decodeText } from './text.ts';
import { PdfDict, PdfName, PdfRef, PdfText, type PdfValue } from './values.ts';

/**
 * Names of what a PDF does by itself, contains beside its pages, or fetches from elsewhere: programs, forms that are
 * sent or have a program, files inside, other files, sound and films. They count wherever they stand.
 */
const ACTIVE = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'GoTo3DView',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'RichMediaExecute',
  'RichMediaContent',
  'Rendition',
  'Renditions',
  'AlternatePresentations',
  'Movie',
  'Sound',
  'XFA',
]);
/** Names too short or too common to be more than what stands for a value, e.g. of a font's letter in a list. */
const ACTIVE_KEYS = new Set(['AA', 'AF', 'Collection', 'EF', 'RF', 'PresSteps']);
/** Kinds of annotations, objects and actions. */
const ACTIVE_VALUES = new Set(['3D', 'PS']);
/** The same as an object of its own, to which a dictionary refers for any of its entries. */
const ACTIVE_ALONE = new Set([...ACTIVE_VALUES, 'Thread', 'URL']);
/** Addresses that lead to a page, a letter or a call; others lead to files, or are programs. */
const HARMLESS_SCHEMES = new Set([
  'http',
  'https',
  'mailto',
  'tel',
  'fax',
  'sms',
  'ftp',
  'geo',
  'urn',
  'doi',
]);
/** Shorter names occur by chance in packed bytes. */
export const SHORTEST_IN_STREAM = 6;

export const LOCK = 'Encrypt';

export const isActiveAside = (name: string): boolean => ACTIVE.has(name) || ACTIVE_KEYS.has(name);
export const isActiveInStream = (name: string): boolean => ACTIVE.has(name);

/** What an object tells about itself, and the references whose objects have to be looked at for it. */
export type Finding = {
  isActive: boolean;
  isLocked: boolean;
  hasPage: boolean;
  hasRoot: boolean;
  /** What happens at opening. */
  openings: PdfRef[];
  addresses: PdfRef[];
};

export const nothingFound = (): Finding => ({
  isActive: false,
  isLocked: false,
  hasPage: false,
  hasRoot: false,
  openings: [],
  addresses: [],
});

/** Looks through one object for what it would do. */
export function lookThrough(value: PdfValue, isStream: boolean, found: Finding): void {
  if (value instanceof PdfName) found.isActive ||= ACTIVE_ALONE.has(value.text);
  if (value instanceof PdfDict && isStream) found.isActive ||= EXTERNAL.some((key) => value.has(key));
  lookInto(value, found);
}

/** Entries of streams whose bytes, or whose picture, are in another file. */
const EXTERNAL = ['F', 'FFilter', 'FDecodeParms', 'Ref'];

function lookInto(value: PdfValue, found: Finding): void {
  if (value instanceof PdfName) {
    if (ACTIVE.has(value.text)) found.isActive = true;
    else if (value.text === 'Page') found.hasPage = true;
  } else if (Array.isArray(value)) for (const one of value) lookInto(one, found);
  else if (value instanceof PdfDict) {
    value.each((key, one) => {
      lookAtEntry(key, one, found);
      lookInto(one, found);
    });
  }
}

function lookAtEntry(key: string, value: PdfValue, found: Finding): void {
  // In a form whose rights are extended, `EF` is a list of what may be done with files.
  if (key === 'EF' && Array.isArray(value)) return;
  if (ACTIVE.has(key) || ACTIVE_KEYS.has(key)) found.isActive = true;
  else if (key === LOCK) found.isLocked = true;
  else if (key === 'OpenAction') {
    if (value instanceof PdfRef) found.openings.push(value);
    else found.isActive ||= isActiveOpening(value);
  } else if (key === 'FontMatrix') {
    // Programs of some readers are made of it (CVE-2024-4367).
    found.isActive ||= !Array.isArray(value) || value.some((one) => typeof one !== 'number');
  } else if (key === 'URI' || key === 'Base') {
    if (value instanceof PdfRef) found.addresses.push(value);
    else found.isActive ||= isActiveAddress(value);
  } else if (value instanceof PdfName) {
    found.isActive ||= KINDS.has(key) && ACTIVE_VALUES.has(value.text);
    found.isActive ||= key === 'S' && value.text === 'Thread';
    found.isActive ||= key === 'FS' && value.text === 'URL';
  }
}

const KINDS = new Set(['S', 'Subtype', 'Subtype2', 'Type']);

/** At opening a PDF may show a page, and nothing else. */
export function isActiveOpening(value: PdfValue): boolean {
  if (!(value instanceof PdfDict)) return value instanceof PdfRef;
  const kinds = value.allOf('S');
  const isGoTo = kinds.length > 0 && kinds.every((kind) => kind instanceof PdfName && kind.text === 'GoTo');
  return !isGoTo || value.has('Next');
}

/** An address that leads to something other than a page or a letter, or that of another computer's files. */
export function isActiveAddress(value: PdfValue): boolean {
  if (value instanceof PdfRef) return true;
  if (!(value instanceof PdfText)) return false;
  const text = decodeText(value);
  // Programs leave out what cannot be seen, and the name of a language between two of these signs.
  if (text.includes('\u001b')) return true;
  const address = text.replace(/[\p{C}\s]/gu, '').toLowerCase();
  const scheme = /^([a-z][a-z0-9+.-]*):/.exec(address)?.[1];
  return /^[\\/]{2}/.test(address) || (scheme !== undefined && !HARMLESS_SCHEMES.has(scheme));
}
