import { expect, test } from 'vitest';
import { type Charset, foreignCharacters } from './characters.ts';

const allowed = (charset: Charset) => {
  const found: string[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    if (!isSurrogate && foreignCharacters(String.fromCodePoint(code), charset).length === 0)
      found.push(String.fromCodePoint(code));
  }
  return found;
};

test('the data types have as many characters as DIN 91379 lists', () => {
  expect(allowed('A')).toHaveLength(500 + 18);
  expect(allowed('B')).toHaveLength(500 + 18 + 60);
  expect(allowed('C')).toHaveLength(500 + 18 + 60 + 6 + 4);
});

test('the 149 sequences of letter and combining character are allowed, other combinations are not', () => {
  const marks = [
    ...'\u0300\u0301\u0302\u0304\u0306\u0307\u0308\u030b\u030c\u030d\u0310\u0315\u031b\u0323\u0325\u0326\u0327\u0328\u0331',
  ];
  const letters = allowed('A').filter((character) => /\p{L}/u.test(character));
  const isOwn = (text: string) => text === text.normalize('NFC') && foreignCharacters(text, 'A').length === 0;
  const pairs = letters.flatMap((letter) => marks.map((mark) => letter + mark)).filter(isOwn);
  const triples = letters
    .flatMap((letter) => marks.flatMap((one) => marks.map((two) => letter + one + two)))
    .filter(isOwn);
  const withH = ['K\u035fH', 'K\u035fh', 'k\u035fh'].filter(isOwn);
  expect(pairs.length + triples.length + withH.length).toBe(149);
  expect(foreignCharacters('x\u0300', 'A')).toEqual(['\u0300']);
});

test('names from all over Europe pass, other scripts and typographic signs are named', () => {
  for (const name of ['Łukasz Ñuñez-Ǧalāl', 'Đặng Thị Ḫ', "O’Connor d'Arc", 'Žarko K̛'])
    expect(foreignCharacters(name, 'A')).toEqual([]);
  expect(foreignCharacters('Иван', 'A')).toEqual(['И', 'в', 'а', 'н']);
  expect(foreignCharacters('Max 2', 'A')).toEqual(['2']);
  expect(foreignCharacters('Musterstraße 12 1/2', 'B')).toEqual([]);
  expect(foreignCharacters('Zeile 1\nZeile 2', 'B')).toEqual(['\n']);
  expect(foreignCharacters('Zeile 1\nZeile 2: 5 € ¼', 'C')).toEqual([]);
  expect(foreignCharacters('\u{1f600} „gut“ \u{1f600}', 'C')).toEqual(['\u{1f600}', '„', '“']);
});
