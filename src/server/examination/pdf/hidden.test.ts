import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packedPdf } from '../testing/packed-pdf.ts';
import { type PdfObject, tinyPdf } from '../testing/tiny-files.ts';
import { faultOfPdf } from './pdf.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const withObjects = (...objects: PdfObject[]) => tinyPdf({ objects });
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const PACKED = `9 0 ${SCRIPT}`;
const OBJECTS = '/Type /ObjStm /N 1 /First 4';
const SHARE = '(\\\\\\\\attacker\\\\share)';
const FLATE = '/Filter /FlateDecode';
const packedAs = (entries: string, content: string) =>
  withObjects({ dictionary: `<< ${entries} >>`, bytes: deflateSync(latin1(content)) });
/** Each row begins with the byte for "as it is". */
const inRows = (text: string, columns: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(text.length / columns) }, (_, row) =>
      Buffer.concat([Buffer.of(0), latin1(text.slice(row * columns, (row + 1) * columns).padEnd(columns))]),
    ),
  );

/** Content that readers see, however it is written. */
it.each<[string, string, Uint8Array]>([
  [
    'a script whose names stand between brackets of comments',
    'file-active',
    tinyPdf({ catalog: '/OpenAction << /S %(\n/JavaScript /JS %)\n(app.alert(1)) >>' }),
  ],
  [
    'the start of a program between brackets of comments',
    'file-active',
    withObjects('<< /S %(\r/Launch /F %)\r(cmd.exe) >>'),
  ],
  [
    'a script in the measures of a font',
    'file-active',
    withObjects('<< /Type /Font /FontMatrix [1 0 0 1 0 (1\\); alert\\(1)] >>'),
  ],
  [
    'the same in another object',
    'file-active',
    withObjects('<< /Type /Font /FontMatrix 9 0 R >>', '[1 0 0 1 0 (1\\); alert\\(1)]'),
  ],
  ['a lock between brackets of comments', 'file-protected', tinyPdf({ trailer: '%(\n/Encrypt 9 0 R %)\n' })],
  ['a form of its own kind behind a comment', 'file-active', withObjects('<< %stream\n/XFA 9 0 R >>')],
  ['a script in a comment', 'file-active', withObjects('<< % /JS (app.alert)\n /T 1 >>')],
  [
    'objects that are packed twice',
    'file-damaged',
    withObjects({
      dictionary: `<< ${OBJECTS} /Filter [/FlateDecode /FlateDecode] >>`,
      bytes: deflateSync(deflateSync(latin1(PACKED))),
    }),
  ],
  [
    'objects whose way of packing is elsewhere',
    'file-damaged',
    withObjects(
      {
        dictionary: `<< ${OBJECTS} /Filter 5 0 R >>`,
        bytes: deflateSync(latin1(`${latin1(PACKED).toString('hex')}>`)),
      },
      '[/FlateDecode /ASCIIHexDecode]',
    ),
  ],
  [
    'objects packed as differences, which is said elsewhere',
    'file-damaged',
    withObjects(
      {
        dictionary: `<< ${OBJECTS} /Filter /FlateDecode /DecodeParms 5 0 R >>`,
        bytes: deflateSync(inRows(PACKED, 5)),
      },
      '<< /Predictor 12 /Columns 5 >>',
    ),
  ],
  [
    'objects packed as differences',
    'file-damaged',
    withObjects({
      dictionary: `<< ${OBJECTS} /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 5 >> >>`,
      bytes: deflateSync(inRows(PACKED, 5)),
    }),
  ],
  [
    'objects packed in one of two ways',
    'file-damaged',
    withObjects({
      dictionary: `<< ${OBJECTS} /Filter /FlateDecode /Filter /ASCIIHexDecode >>`,
      bytes: deflateSync(latin1(PACKED)),
    }),
  ],
  [
    'objects packed in the way of a picture in a page',
    'file-active',
    withObjects({
      dictionary: `<< ${OBJECTS} /F /AHx >>`,
      bytes: latin1(`${latin1(PACKED).toString('hex')}>`),
    }),
  ],
  [
    'a packed object that begins within another',
    'file-damaged',
    withObjects({
      dictionary: `<< ${OBJECTS} /Filter /FlateDecode >>`,
      bytes: deflateSync(latin1('9 5 (a b << /T 1 >>)')),
    }),
  ],
  [
    'a file that does not say that it is one',
    'file-active',
    withObjects(
      '<< /Type /Annot /Subtype /FileAttachment /FS 5 0 R >>',
      '<< /F (evil.exe) /EF << /F 6 0 R >> >>',
      {
        dictionary: '<< >>',
        bytes: latin1('MZ'),
      },
    ),
  ],
  [
    'a file inside, of which only its description says so',
    'file-active',
    withObjects('<< /EF << /F 9 0 R >> >>'),
  ],
  ['a file that belongs to the document', 'file-active', tinyPdf({ catalog: '/AF [9 0 R]' })],
  ['a collection of files', 'file-active', tinyPdf({ catalog: '/Collection << /View /T >>' })],
  [
    'a page of a file on another computer',
    'file-active',
    withObjects(`<< /S /GoToR /F ${SHARE} /D [0 /Fit] >>`),
  ],
  ['a page of a file inside', 'file-active', withObjects('<< /S /GoToE /D [0 /Fit] >>')],
  [
    'an address at opening',
    'file-active',
    tinyPdf({ catalog: '/OpenAction << /S /URI /URI (https://example.org) >>' }),
  ],
  [
    'an address at opening that is elsewhere',
    'file-active',
    tinyPdf({ catalog: '/OpenAction 4 0 R', objects: ['<< /S /URI /URI (https://example.org) >>'] }),
  ],
  [
    'an address at opening that is packed',
    'file-active',
    packedPdf({ catalog: '/OpenAction 4 0 R', objects: ['<< /S /URI /URI (https://example.org) >>'] }),
  ],
  [
    'an address behind a page that is shown at opening',
    'file-active',
    tinyPdf({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 4 0 R >>' }),
  ],
  ['a printer at opening', 'file-active', tinyPdf({ catalog: '/OpenAction << /S /Named /N /Print >>' })],
  [
    'an address at the turn of a page',
    'file-active',
    withObjects('<< /AA << /O << /S /URI /URI (a) >> >> >>'),
  ],
  [
    'something at opening that has no kind',
    'file-active',
    tinyPdf({ catalog: '/OpenAction << /D [3 0 R] >>' }),
  ],
  [
    'an address at opening, as one of two kinds',
    'file-active',
    tinyPdf({ catalog: '/OpenAction << /S /GoTo /S /URI /URI (https://example.org) /D [3 0 R /Fit] >>' }),
  ],
  [
    'a printer at opening, in a newer state of an object',
    'file-active',
    tinyPdf({
      catalog: '/OpenAction 4 0 R',
      objects: ['[3 0 R /Fit]\nendobj\n4 0 obj\n<< /S /Named /N /Print >>'],
    }),
  ],
  ['a script in a list', 'file-active', withObjects('[<< /S /JavaScript >>]')],
  [
    'a file at an address',
    'file-active',
    withObjects('<< /Type /Filespec /FS /URL /F (https://a.example) >>'),
  ],
  [
    'an address of another computer whose signs are written in another way',
    'file-active',
    withObjects('<< /S /URI /URI (\\/\\/attacker/share) >>'),
  ],
  ['a film', 'file-active', withObjects('<< /Subtype /Movie /Movie << /F (a.avi) >> >>')],
  ['a sound', 'file-active', withObjects('<< /S /Sound /Sound 9 0 R >>')],
  ['a body', 'file-active', withObjects('<< /Type /Annot /Subtype /3D /3DD 9 0 R >>')],
  ['a body whose kind is elsewhere', 'file-active', withObjects('<< /Subtype 5 0 R >>', '/3D')],
  ['a rendition', 'file-active', withObjects('<< /S /Rendition /R 9 0 R >>')],
  ['rich media', 'file-active', withObjects('<< /Subtype /RichMedia >>')],
  ['data that are fetched', 'file-active', withObjects('<< /S /ImportData /F (a.fdf) >>')],
  ['a thread of another file', 'file-active', withObjects(`<< /S /Thread /F ${SHARE} >>`)],
  [
    'bytes of another file',
    'file-active',
    withObjects({ dictionary: `<< /F ${SHARE} >>`, bytes: latin1('') }),
  ],
  [
    'a page of another file as a picture',
    'file-active',
    withObjects({ dictionary: `<< /Subtype /Form /Ref << /F ${SHARE} >> >>`, bytes: latin1('') }),
  ],
  [
    'a program for printers',
    'file-active',
    withObjects({ dictionary: '<< /Type /XObject /Subtype /PS >>', bytes: latin1('') }),
  ],
  ['an address of another computer', 'file-active', withObjects(`<< /S /URI /URI ${SHARE} >>`)],
  ['an address of a file', 'file-active', withObjects('<< /S /URI /URI (fi\\154e://attacker/share) >>')],
  [
    'an address that is a program',
    'file-active',
    withObjects('<< /S /URI /URI <6a6176617363726970743a61> >>'),
  ],
  [
    'an address of a file in UTF-16',
    'file-active',
    withObjects('<< /S /URI /URI <FEFF00660069006C0065003A002F002F0061> >>'),
  ],
  [
    'an address of a file that is elsewhere',
    'file-active',
    withObjects('<< /S /URI /URI 5 0 R >>', '(file://a)'),
  ],
  [
    'an address of a file in UTF-16 of the other order',
    'file-active',
    withObjects('<< /S /URI /URI <FFFE660069006C0065003A002F002F006100> >>'),
  ],
  [
    'an address of a file in UTF-8 that says so',
    'file-active',
    withObjects('<< /S /URI /URI (\\357\\273\\277file://attacker/share) >>'),
  ],
  [
    'an address that begins with a letter without a shape',
    'file-active',
    withObjects('<< /S /URI /URI <FEFF206000660069006C0065003A002F002F0061> >>'),
  ],
  [
    'an address behind the name of a language that looks like another one',
    'file-active',
    withObjects('<< /S /URI /URI (\\357\\273\\277\\033tel:\\033file://attacker/share) >>'),
  ],
  [
    'the beginning of all addresses',
    'file-active',
    tinyPdf({ catalog: '/URI << /Base (file://attacker/) >>' }),
  ],
])('%s is %s', (_, fault, file) => {
  expect(faultOfPdf(file)).toBe(fault);
});

/** Content that only readers see that repair a file, or that follow its tables. */
const text = (file: Uint8Array) => Buffer.from(file).toString('latin1');
const HIDDEN = '9 0 obj << /S /Named >> endobj';
it.each<[string, Uint8Array]>([
  ['an object in a stream', withObjects({ dictionary: '<< >>', bytes: latin1(HIDDEN) })],
  ['an object in a text', withObjects(`(${HIDDEN})`)],
  ['an object in a comment', tinyPdf({ text: HIDDEN })],
  [
    'a description of a table in a stream',
    withObjects({ dictionary: '<< >>', bytes: latin1('trailer\n% \n<<') }),
  ],
  ['a place of a table in a text', withObjects('(startxref 9)')],
  ['something between objects', latin1(text(tinyPdf()).replace('endobj\n2', 'endobj\n-\n2'))],
  ['something behind the end', Buffer.concat([tinyPdf(), latin1('PK\u0003\u0004')])],
  ['something before the beginning', Buffer.concat([latin1('<html>'), tinyPdf()])],
  [
    'a place that is not that of an object',
    latin1(text(tinyPdf()).replace(/00000000\d\d 00000 n/, '0000000014 00000 n')),
  ],
  ['a table at another place', latin1(text(tinyPdf()).replace(/startxref\n\d+/, 'startxref\n9'))],
  ['an older table at another place', tinyPdf({ trailer: '/Prev 12' })],
  ['a table that no place leads to', latin1(text(tinyPdf()).replace(/startxref\n\d+/, 'startxref\n0'))],
  [
    'a stream that is shorter than it says',
    withObjects({ dictionary: '<< /Length 1 >>', bytes: latin1('long') }),
  ],
  [
    'a stream that is shorter than is said elsewhere',
    withObjects({ dictionary: '<< /Length 5 0 R >>', bytes: latin1('long') }, '1'),
  ],
  ['a stream without a length', withObjects({ dictionary: '<< /Length null >>', bytes: latin1('long') })],
  [
    'a stream that is longer than is said elsewhere',
    withObjects({ dictionary: '<< /Length 5 0 R >>', bytes: latin1('long') }, '9'),
  ],
  [
    'a stream whose length is no number',
    withObjects({ dictionary: '<< /Length 5 0 R >>', bytes: latin1('a') }, 'true'),
  ],
  [
    'the beginning of an object in a stream',
    withObjects({ dictionary: '<< >>', bytes: latin1('9 0 obj << >>') }),
  ],
  ['the end of an object in a stream', withObjects({ dictionary: '<< >>', bytes: latin1('endobj << >>') })],
  ['a packed table that leads elsewhere', packedPdf({ moved: 3 })],
  [
    'a packed table of larger rows',
    packedPdf({ parameters: '/Predictor 12 /Columns 7 /BitsPerComponent 16' }),
  ],
  ['a packed table of several colours', packedPdf({ parameters: '/Predictor 12 /Columns 7 /Colors 2' })],
  ['a packed table with rows of nothing', packedPdf({ widths: '0 0 0' })],
  ['a packed table with rows of two parts', packedPdf({ widths: '1 6' })],
  ['a packed table with rows of large numbers', packedPdf({ widths: '1 4 20' })],
  ['a packed table without columns', packedPdf({ parameters: '/Predictor 12 /Columns 0' })],
  [
    'objects packed in a second way',
    withObjects({
      dictionary: `<< ${OBJECTS} /Filter [/FlateDecode /Crypt] >>`,
      bytes: deflateSync(latin1('9 0 << /T 1 >>')),
    }),
  ],
  [
    'objects packed as differences, in few letters',
    withObjects({
      dictionary: `<< ${OBJECTS} /Filter /FlateDecode /DP << /Predictor 12 >> >>`,
      bytes: deflateSync(latin1('9 0 << /T 1 >>')),
    }),
  ],
  ['a name that ends for some readers before its end', withObjects('<< /EF#00 << /F 9 0 R >> >>')],
  ['a name with half an escape', withObjects('<< /EF#0Z << /F 9 0 R >> >>')],
  ['a name that ends in half an escape', withObjects('<< /EF#0 << /F 9 0 R >> >>')],
  [
    'packed objects that do not say where the first is',
    packedAs(`/Type /ObjStm /N 1 ${FLATE}`, `9 4 ${SCRIPT}`),
  ],
  ['packed objects that do not say how many', packedAs(`/Type /ObjStm /First 4 ${FLATE}`, PACKED)],
  [
    'a packed table that leads into a stream of something else',
    packedPdf({ other: { entries: `/N 1 ${FLATE}`, content: `7 4 ${SCRIPT}` } }),
  ],
  ['a text of letters that are no digits', withObjects('<6g>')],
  ['a text of signs that are no digits', withObjects('<-1>')],
  ['more values in one object than any program writes', withObjects(`[${'0 '.repeat(1_000_001)}]`)],
  ['a dictionary whose end is half', withObjects('<< /T 1 > ')],
  ['a name without a value', withObjects('<< /T >>')],
  ['a list behind a table', latin1(text(tinyPdf()).replace(/trailer\n(<<.*>>)/, 'trailer\n[$1]'))],
  ['a reference to a text', withObjects('[(4) 0 R]')],
  ['a reference to a part of a number', withObjects('[4.5 0 R]')],
  ['a reference of nothing', withObjects('[4 R]')],
  ['more comments than anybody writes', tinyPdf({ text: '\n%'.repeat(3_000_001) })],
  ['values without an end', withObjects('['.repeat(200) + ']'.repeat(200))],
])('a file with %s cannot be read', (_, file) => {
  expect(faultOfPdf(Uint8Array.from(file))).toBe('file-damaged');
});
