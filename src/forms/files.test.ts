import { describe, expect, it } from 'vitest';
import { kindsInWords, MAX_FILES, MAX_TOTAL_BYTES, objectionTo } from './files.ts';

const field = { filePattern: 'application/pdf, image/jpeg', fileMaxSize: '10MB' };
const MB = 1024 * 1024;
const pdf = (size: number) => ({ name: 'a.pdf', size, type: 'application/pdf' });
const some = (count: number, size: number) => Array.from({ length: count }, () => ({ size }));

describe('a chosen file', () => {
  it.each([
    ['of the right kind and size', pdf(10 * MB), [], null],
    ['of a kind that the browser does not know', { name: 'scan', size: 5, type: '' }, [], null],
    ['without a byte', pdf(0), [], { code: 'file-empty' }],
    [
      'of another kind',
      { name: 'a.txt', size: 20 * MB, type: 'text/plain' },
      [],
      { code: 'file-type-refused', limit: field.filePattern },
    ],
    ['that is one byte too large', pdf(10 * MB + 1), [], { code: 'file-too-large', limit: 10 * MB }],
    ['that is the last one possible', pdf(1), some(MAX_FILES - 1, 1), null],
    ['that is one too many', pdf(1), some(MAX_FILES, 1), { code: 'file-limit-reached' }],
    ['that fills the application', pdf(1), some(1, MAX_TOTAL_BYTES - 1), null],
    ['that is too much in all', pdf(2), some(1, MAX_TOTAL_BYTES - 1), { code: 'file-limit-reached' }],
  ])('%s', (_, file, others, objection) => {
    expect(objectionTo(field, file, others)).toEqual(objection);
  });
});

it('kinds of files are called as people call them', () => {
  const kinds = 'application/pdf,image/jpeg, image/png';
  expect(kindsInWords(kinds, 'de')).toBe('PDF, JPG oder PNG');
  expect(kindsInWords(kinds, 'en')).toBe('PDF, JPG or PNG');
  expect(kindsInWords('image/jpeg', 'de')).toBe('JPG');
  expect(kindsInWords('image/svg+xml;text/plain', 'en')).toBe('SVG or TXT');
  expect(kindsInWords('.docx,*.odt', 'de')).toBe('DOCX oder ODT');
  expect(
    kindsInWords(
      'application/msword,application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'de',
    ),
  ).toBe('DOC oder DOCX');
  expect(kindsInWords('application/pdf, image/jpeg; ', 'de')).toBe('PDF oder JPG');
  expect(kindsInWords('image/jpeg,image/jpeg', 'de')).toBe('JPG');
});

it.each([
  ['application/pdf', 'PDF'],
  ['image/png', 'PNG'],
  ['image/jpeg', 'JPG'],
  ['image/svg+xml', 'SVG'],
  ['text/plain', 'TXT'],
  ['application/msword', 'DOC'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'DOCX'],
  ['application/vnd.ms-excel', 'XLS'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'XLSX'],
  ['application/vnd.oasis.opendocument.text', 'ODT'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ODS'],
])('%s is called %s', (type, name) => {
  expect(kindsInWords(type, 'de')).toBe(name);
});
