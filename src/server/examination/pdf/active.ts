import { decodeText } from './text.ts';
import { PdfDict, PdfName, PdfRef, PdfText, type PdfValue } from './values.ts';

/**
 * Names of everything that a PDF does by itself, contains beside its pages, or fetches from elsewhere: programs,
 * forms that are sent or have a program, files inside, other files, sound and films. They count wherever they occur.
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
/** Names that count as keys. As values they are too short or too common, e.g. as a font's letter in a list. */
const ACTIVE_KEYS = new Set(['AA', 'AF', 'Collection', 'EF', 'RF', 'PresSteps']);
/** Kinds of annotations, objects and actions. */
const ACTIVE_VALUES = new Set(['3D', 'PS']);
/** Active values that also count as an object of their own, to which any entry of a dictionary may refer. */
const ACTIVE_ALONE = new Set([...ACTIVE_VALUES, 'Thread', 'URL']);
/** Schemes of addresses that lead to a page, a letter or a call; others lead to files, or are programs. */
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

/** Key of a file that needs a password. */
export const PROTECTED = 'Encrypt';

export const isActiveAside = (name: string): boolean => ACTIVE.has(name) || ACTIVE_KEYS.has(name);
export const isActiveInStream = (name: string): boolean => ACTIVE.has(name);

/** Findings about an object, and the references to objects that must be examined for it. */
export type Finding = {
  isActive: boolean;
  isProtected: boolean;
  hasPage: boolean;
  hasRoot: boolean;
  /** Actions at opening. */
  openings: PdfRef[];
  addresses: PdfRef[];
};

export const nothingFound = (): Finding => ({
  isActive: false,
  isProtected: false,
  hasPage: false,
  hasRoot: false,
  openings: [],
  addresses: [],
});

/** Searches one object for actions. */
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
  // In a form with extended rights, `EF` lists the permitted actions with files.
  if (key === 'EF' && Array.isArray(value)) return;
  if (ACTIVE.has(key) || ACTIVE_KEYS.has(key)) found.isActive = true;
  else if (key === PROTECTED) found.isProtected = true;
  else if (key === 'OpenAction') {
    if (value instanceof PdfRef) found.openings.push(value);
    else found.isActive ||= isActiveOpening(value);
  } else if (key === 'FontMatrix') {
    // Some readers make programs of it (CVE-2024-4367).
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

/** Whether a PDF does more at opening than show a page. */
export function isActiveOpening(value: PdfValue): boolean {
  if (!(value instanceof PdfDict)) return value instanceof PdfRef;
  const kinds = value.allOf('S');
  const isGoTo = kinds.length > 0 && kinds.every((kind) => kind instanceof PdfName && kind.text === 'GoTo');
  return !isGoTo || value.has('Next');
}

/** Whether an address leads to anything but a page, a letter or a call, or to another computer's files. */
export function isActiveAddress(value: PdfValue): boolean {
  if (value instanceof PdfRef) return true;
  if (!(value instanceof PdfText)) return false;
  const text = decodeText(value);
  // Programs leave out invisible characters, and the name of a language between two of these signs.
  if (text.includes('\u001b')) return true;
  const address = text.replace(/[\p{C}\s]/gu, '').toLowerCase();
  const scheme = /^([a-z][a-z0-9+.-]*):/.exec(address)?.[1];
  return /^[\\/]{2}/.test(address) || (scheme !== undefined && !HARMLESS_SCHEMES.has(scheme));
}
