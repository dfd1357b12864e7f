/** Media types of the endings that forms name. */
const MEDIA_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  zip: 'application/zip',
};
const USUAL = 'application/pdf,image/jpeg,image/png';

/** A pattern of Form.io (`*`, `image/*`, `.pdf,.jpg`) as media types, with a note if they differ. */
export function fileKinds(written: string): { pattern: string; note?: string } {
  const parts = written.split(/\s*[,;]\s*/).filter((part) => part !== '');
  const found = parts.flatMap((part) => {
    if (part === 'image/*') return ['image/jpeg', 'image/png'];
    const ending = /^\*?\.?(\w+)$/.exec(part)?.[1]?.toLowerCase();
    return ending !== undefined ? (MEDIA_TYPES[ending] ?? []) : part.includes('*') ? [] : part;
  });
  if (found.length === 0) return { pattern: USUAL, note: `"${written}" is PDF, JPG and PNG` };
  const pattern = [...new Set(found)].join(',');
  return pattern === written ? { pattern } : { pattern, note: `"${written}" is ${pattern}` };
}
