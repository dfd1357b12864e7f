import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packedPdf } from '../testing/packed-pdf.ts';
import { seenByReader } from '../testing/seen-by-reader.ts';
import { type PdfObject, packedObjects, tinyPdf } from '../testing/tiny-files.ts';
import { faultOfPdf } from './pdf.ts';

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const text = (file: Uint8Array) => Buffer.from(file).toString('latin1');
const withObjects = (...objects: PdfObject[]) => tinyPdf({ objects });
const stream = (dictionary: string, content = 'q Q') => ({ dictionary, bytes: latin1(content) });

/** Appends a later state of a file, as programs do that fill in a form. */
function appended(file: Uint8Array, between: string): Uint8Array {
  const start = /startxref\n(\d+)/.exec(text(file))?.[1];
  const body = `${text(file).trimEnd()}${between}`;
  const object = '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n';
  const at = (place: number) => String(place).padStart(10, '0');
  return latin1(
    `${body}${object}xref\n3 1\n${at(body.length)} 00000 n \n` +
      `trailer\n<< /Size 4 /Root 1 0 R /Prev ${start} >>\nstartxref\n${body.length + object.length}\n%%EOF`,
  );
}

/** Files as programs write them, some against the letter of the standard. */
it.each<[string, Uint8Array]>([
  ['packed objects and a packed table', packedPdf({ objects: ['<< /T (a\\)b) >>'] })],
  [
    'one filter in a list',
    withObjects(packedObjects('1', '/N 1 /First 4 /Filter [/FlateDecode] /DecodeParms [null]')),
  ],
  ['lengths in objects of their own', withObjects(stream('<< /Length 5 0 R >>'), '3')],
  [
    'such a length without a space behind it',
    latin1(text(withObjects('5', '6')).replace('5\nendobj', '5 endobj')),
  ],
  [
    'a length that touches the next word',
    latin1(text(withObjects('55 ')).replace('55 \nendobj', '55endobj  ')),
  ],
  [
    'a stream behind the old end of a line',
    latin1(text(withObjects(stream('<< >>'))).replace('stream\nq', 'stream\rq')),
  ],
  ['a later state', appended(tinyPdf(), '\n')],
  ['a later state that touches the first one', appended(tinyPdf(), '')],
  ['comments between objects and in them', withObjects('<< % what it is\n /T 1 % (\n>>')],
  ['an object without anything in it', withObjects('')],
  [
    'a place of no object',
    latin1(text(withObjects('1')).replace(/\d{10}( 00000 n \ntrailer)/, '0000000000$1')),
  ],
  ['spaces behind the end', Uint8Array.from([...tinyPdf(), 0, 0, 32, 13, 10])],
  ['pictures, and how they are mixed', withObjects('<< /Type /ExtGState /BM /Screen >>')],
  ['letters whose names are numbers', withObjects('<< /Differences [65 /3D /AA /EF /AF] >>')],
  ['rights to use files in a form', withObjects('<< /TransformParams << /EF [/Create /Delete] >> >>')],
  ['a signature', withObjects('<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>')],
  [
    'links to pages, letters and telephones',
    withObjects(
      '[(http://a.example) (b)]',
      '<< /URI (mailto:a@b.example) >>',
      '<< /URI (www.example.org/\\344) >>',
    ),
  ],
  ['a page shown at opening', tinyPdf({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' })],
  [
    'a page shown at opening, said elsewhere',
    tinyPdf({ catalog: '/OpenAction 4 0 R', objects: ['[3 0 R /Fit]'] }),
  ],
  ['words of the language', withObjects(stream('<< >>', '(trailer object 10 objects) Tj'), '(A trailer)')],
  ['two pictures of a page', withObjects(stream('<< /Filter /DCTDecode >>', '\xff\xd8 /JS \xff\xd9'))],
  [
    'packed contents of two filters',
    withObjects({
      dictionary: '<< /Filter [/ASCII85Decode /FlateDecode] >>',
      bytes: deflateSync(latin1('q')),
    }),
  ],
])('takes a file with %s', async (_, file) => {
  expect(faultOfPdf(file)).toBeNull();
  expect(await seenByReader(file)).toEqual([]);
});
