import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniqueFileNames } from './file-names.ts';

describe('file names in the ZIP', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Ada\\Ausweis.pdf', 'Ausweis.pdf'],
    ['Übersicht: 1/2 "neu".pdf', '2 _neu_.pdf'],
    ['rech\u202Efdp.exe', 'rech_fdp.exe'],
    ['CON.txt', '_CON.txt'],
    ['con', '_con'],
    ['Console.txt', 'Console.txt'],
    ['.htaccess', 'htaccess'],
    ['Bescheid. ', 'Bescheid'],
    ['', 'file'],
    ['..', 'file'],
    ['Gro\u0308ße.pdf', 'Größe.pdf'],
  ])('%j becomes %j', (given, expected) => {
    expect(uniqueFileNames([given])).toEqual([expected]);
  });

  it('keeps the ending of a name that is too long', () => {
    const [name = ''] = uniqueFileNames([`${'ß'.repeat(300)}.pdf`]);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
    expect(name.endsWith('ß.pdf')).toBe(true);
  });

  it('does not give a name that another file has already', () => {
    expect(uniqueFileNames(['a.pdf', 'a (2).pdf', 'a.pdf'])).toEqual(['a.pdf', 'a (2).pdf', 'a (3).pdf']);
  });

  it('is always safe and unique', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a/b', '\\', 'nul', 'NUL.', ' . ', 'A', 'a'),
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 8 }), (given) => {
        const names = uniqueFileNames(given);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(given.length);
        for (const name of names)
          expect(name).toMatch(/^(?![ .])(?!con$|nul$|nul\.)[^/\\<>:"|?*\p{Cc}]+(?<![ .])$/iu);
      }),
    );
  });
});
