import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '#server/documents/create-documents.ts';
import { written } from '#server/documents/testing/collect.ts';
import { KINDS } from '#server/documents/testing/make.ts';
import { sampleData } from '#server/documents/testing/sample.ts';
import { packedObjects, padding, tinyPdf } from '../testing/tiny-files.ts';
import { faultOfPdf } from './pdf.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const withObjects = (...objects: Parameters<typeof packedObjects>[0][]) => tinyPdf({ objects });
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

it('takes what the portal itself makes', async () => {
  const documents = createDocuments();
  for (const kind of KINDS) {
    expect(faultOfPdf(await written((out) => documents[kind](sampleData('de'), out))), kind).toBeNull();
  }
});

it('takes a sheet with links to what would be active, packed objects and a place to open at', () => {
  expect(faultOfPdf(tinyPdf())).toBeNull();
  const link = '<< /Type /Annot /A << /S /URI /URI (https://example.org/Launch/JavaScript) >> >>';
  expect(faultOfPdf(withObjects(link))).toBeNull();
  expect(faultOfPdf(tinyPdf({ objects: [packedObjects(link), padding(100_000)] }))).toBeNull();
  expect(faultOfPdf(withObjects('<< /Title (a bracket \\( and /Launch) >>'))).toBeNull();
  expect(faultOfPdf(tinyPdf({ catalog: '/OpenAction [3 0 R /XYZ null null 0]' }))).toBeNull();
});

it.each([
  ['an address with the end of a line in it', '<< /S /URI /URI (ht\\ntps://example.org) >>'],
  ['an address over two lines', '<< /S /URI /URI (ht\\\ntps://example.org) >>'],
  ['an address over two lines of another kind', '<< /S /URI /URI (ht\\\r\ntps://example.org) >>'],
  ['an address over two lines of a third kind', '<< /S /URI /URI (ht\\\rtps://example.org) >>'],
  ['an address with letters as numbers', '<< /S /URI /URI (ht\\164p\\163://example.org) >>'],
  ['the measures of a font', '<< /Type /Font /FontMatrix [0.001 0 0 -1 0 0] >>'],
  ['names with signs that are no escapes', '<< /M#ovie 1 /Sou#.d 1 /#@mportData 1 /XFA# 1 /## 1 /#x4a 1 >>'],
  ['words that look like objects', '<< /Title (The 12 objections to 3 4th objects) >>'],
  ['all values', '[true false null 1 -1.5 +1 (a) <61 62> /A << /T 4 0 R >>]'],
])('takes %s', (_, object) => {
  expect(faultOfPdf(withObjects(object))).toBeNull();
});

it('takes comments with words that mean something elsewhere', () => {
  expect(faultOfPdf(tinyPdf({ text: '\n%%EOF of the first part\n% JavaScript' }))).toBeNull();
});

it('looks at each name once, however many there are', () => {
  expect(faultOfPdf(withObjects(`[${'/name'.repeat(400_000)}]`))).toBeNull();
});

it('takes a place of a table that says that there is none', () => {
  expect(faultOfPdf(tinyPdf({ trailer: '/Prev 0' }))).toBeNull();
});

it.each([
  [4, '9 0 << /T 1 >>'],
  [3, '9 0<< /T 1 >>'],
])('takes objects that are not packed in their stream, of which the first is at %i', (first, objects) => {
  const dictionary = `<< /Type /ObjStm /N 1 /First ${first} /Filter null >>`;
  expect(faultOfPdf(tinyPdf({ objects: [{ dictionary, bytes: bytes(objects) }] }))).toBeNull();
});

it('unpacks so much of a file, in however many pieces', () => {
  const large = () => packedObjects(`null${' '.repeat(35_000_000)}`);
  expect(faultOfPdf(tinyPdf({ objects: [large()] }))).toBeNull();
  expect(faultOfPdf(tinyPdf({ objects: [large(), large()] }))).toBe('file-damaged');
});

describe('a PDF that is not whole', () => {
  it.each([
    ['five bytes', bytes('%PDF-')],
    ['a beginning and something else', bytes('%PDF-1.7\n<html><HTA:APPLICATION></html>')],
    ['a beginning and an end', bytes('%PDF-1.7\nstartxref\n0\n%%EOF')],
    ['no page', bytes(Buffer.from(tinyPdf()).toString('latin1').replaceAll('/Page ', '/Other '))],
    ['no root', bytes(Buffer.from(tinyPdf()).toString('latin1').replaceAll('/Root', '/Other'))],
    ['its end cut off', tinyPdf().subarray(0, -80)],
    ['no word for its end', bytes(Buffer.from(tinyPdf()).toString('latin1').replace('%%EOF', ''))],
    ['no place of its table', bytes(Buffer.from(tinyPdf()).toString('latin1').replace('startxref', ''))],
    ['a text that has no end', withObjects('(open')],
    ['something else than a name for a key', withObjects('<< /T streams /XFA 9 0 R >>')],
    ['an end before much else', Uint8Array.from([...tinyPdf(), ...new Uint8Array(2000)])],
    [
      'objects that cannot be unpacked',
      tinyPdf({ objects: [{ dictionary: '<< /N 1 /First 4 >>', bytes: bytes('nonsense') }] }),
    ],
    [
      'objects packed in a way that nobody uses',
      tinyPdf({
        objects: [
          packedObjects(SCRIPT, '/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]'),
        ],
      }),
    ],
    [
      'objects that unpack to more than is looked at',
      tinyPdf({ objects: [packedObjects(' '.repeat(70_000_000))] }),
    ],
  ])('is damaged: %s', (_, file) => {
    expect(faultOfPdf(file)).toBe('file-damaged');
  });
});

it('is protected with a lock, which hides what is in it', () => {
  expect(faultOfPdf(tinyPdf({ trailer: '/Encrypt << /Filter /Standard >>' }))).toBe('file-protected');
  expect(faultOfPdf(withObjects('<< /Type /XRef /Encrypt 9 0 R >>'))).toBe('file-protected');
});

describe('a PDF that does something by itself', () => {
  const cases: [string, Uint8Array][] = [
    ['a script', withObjects(SCRIPT)],
    ['a script when it is opened', tinyPdf({ catalog: `/OpenAction ${SCRIPT}` })],
    ['a script of a name with escapes', withObjects('<< /S /J#61va#53cript >>')],
    ['a script without spaces', withObjects('<</S/JavaScript/JS<61>>>')],
    ['the start of a program', withObjects('<< /S /Launch /F (cmd.exe) >>')],
    ['a file inside', withObjects('<< /Type /Filespec /EF << /F 9 0 R >> >>', '<< /Type /EmbeddedFile >>')],
    ['a form of its own kind', tinyPdf({ catalog: '/AcroForm << /XFA 9 0 R >>' })],
    ['a form that is sent somewhere', withObjects('<< /S /SubmitForm /F (https://example.org) >>')],
    ['a script in packed objects', tinyPdf({ objects: [packedObjects(SCRIPT)] })],
    [
      'a script in packed objects that do not say so',
      tinyPdf({ objects: [packedObjects(SCRIPT, '/N 1 /First 4 /Filter /FlateDecode')] }),
    ],
    [
      'a script with an escape in packed objects',
      tinyPdf({ objects: [packedObjects('<< /S /#4aavaScript >>')] }),
    ],
    ['a script in packed objects whose end is missing', cutPacked()],
    [
      'a script in a comment, where the table may lead',
      bytes(Buffer.from(tinyPdf({ text: `9 0 obj ${SCRIPT} endobj` })).toString('latin1')),
    ],
    [
      'a script in a text, where the table may lead',
      withObjects(`(\n9 0 obj\n<< /S /JavaScript >>\nendobj\n)`),
    ],
    ['a script in a text of packed objects', tinyPdf({ objects: [packedObjects('(<< /S /JavaScript >>)')] })],
    [
      'a script in a stream, where the table may lead',
      tinyPdf({ objects: [{ dictionary: '<< >>', bytes: bytes(`9 0 obj ${SCRIPT} endobj`) }] }),
    ],
    ['a script behind a text that has no end', withObjects('(open', SCRIPT)],
    ['a short name behind the word of a stream in a text', withObjects('<< /T (stream\n) /XFA 9 0 R >>')],
    ['a script in packed objects with the other end of a line', withReturns(packedObjects(SCRIPT))],
    ['a script in a text that the file ends in', tinyPdf({ trailer: '/Info (open /JavaScript' })],
    ['a script in an older state of the file', Uint8Array.from([...withObjects(SCRIPT), ...tinyPdf()])],
  ];
  it.each(cases)('is active: %s', (_, file) => {
    expect(faultOfPdf(file)).toBe('file-active');
  });
});

function withReturns(object: ReturnType<typeof packedObjects>): Uint8Array {
  const text = Buffer.from(tinyPdf({ objects: [object] })).toString('latin1');
  return bytes(text.replace('>>\nstream\n', '>>\nstream\r\n'));
}

function cutPacked(): Uint8Array {
  const whole = deflateSync(bytes(`9 0 ${SCRIPT} ${'<< /Type /Font >> '.repeat(2000)}`));
  const dictionary = '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>';
  return tinyPdf({ objects: [{ dictionary, bytes: whole.subarray(0, whole.length - 6) }] });
}

it('does not take packed bytes for names', () => {
  const noise = bytes('/XFA << /JS /XFA'.repeat(10));
  expect(faultOfPdf(tinyPdf({ objects: [{ dictionary: '<< >>', bytes: noise }] }))).toBeNull();
});
