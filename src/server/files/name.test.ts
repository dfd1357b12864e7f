import { expect, it } from 'vitest';
import { keptName } from './name.ts';

const pdf = (name: string) => keptName(name, 'application/pdf', 'pdf');

it.each([
  ['brief.hta', 'brief.pdf'],
  ['x.pdf.hta', 'x.pdf'],
  ['a.exe.scr', 'a.pdf'],
  ['brief.hta. ', 'brief.pdf'],
  ['brief', 'brief.pdf'],
  ['Brief.PDF', 'Brief.PDF'],
  ['brief.pdf.', 'brief.pdf'],
  ['Rechnung Nr. 5', 'Rechnung Nr. 5.pdf'],
  ['Bescheid vom 1.12.2026', 'Bescheid vom 1.12.2026.pdf'],
  ['Frau Dr.Meier', 'Frau Dr.Meier.pdf'],
  ['brief\u202efdp.hta', 'brieffdp.pdf'],
  ['a\u0000b\u0007\u200e.hta', 'ab.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\x\\boot.ini', 'boot.pdf'],
  ['con.hta', '_con.pdf'],
  ['LPT1', '_LPT1.pdf'],
  ['a<b>:"c|?*.pdf', 'a_b___c___.pdf'],
  ['', 'file.pdf'],
  ['..', 'file.pdf'],
  ['/', 'file.pdf'],
  ['.pdf', 'file.pdf'],
  ['.hta', 'file.pdf'],
  ['Zeugnis Gro\u0308ße.pdf', 'Zeugnis Größe.pdf'],
])('%j with the bytes of a PDF is kept as %j', (name, kept) => {
  expect(pdf(name)).toBe(kept);
});

it('keeps an ending that the kind has, however it is written', () => {
  expect(keptName('Foto.JPEG', 'image/jpeg')).toBe('Foto.JPEG');
  expect(keptName('Foto.jpe', 'image/jpeg')).toBe('Foto.jpe');
  expect(keptName('Foto.png', 'image/jpeg')).toBe('Foto.jpg');
  expect(keptName('Foto.jpg', 'image/png')).toBe('Foto.png');
  expect(keptName('Tabelle.hta', 'application/x-other', 'oth')).toBe('Tabelle.oth');
});

it('shortens a long name to what file systems take, and never its ending', () => {
  for (const name of [`${'Größe'.repeat(60)}.hta`, 'ß'.repeat(255), `${'🏠'.repeat(127)}.pdf`]) {
    const kept = pdf(name);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(240);
    expect(kept).toMatch(/^[Größe🏠]+\.pdf$/u);
    expect(pdf(kept)).toBe(kept);
  }
});
