import { expect, test } from 'vitest';
import { meantName } from './mistyped.ts';

const NAMES = ['key', 'label', 'required', 'maxLength'];

test.each([
  ['requird', 'required'],
  ['requuired', 'required'],
  ['requirad', 'required'],
  ['requierd', 'required'],
  ['equired', 'required'],
  ['requiredd', 'required'],
  ['Required', 'required'],
  ['maxlenght', 'maxLength'],
  ['labe', 'label'],
  ['keys', 'key'],
  ['kye', undefined],
  ['ley', undefined],
  ['requi', undefined],
  ['erquierd', undefined],
  ['derequired', undefined],
  ['lable1', undefined],
  ['hint', undefined],
])('%s was meant to be %s', (word, name) => {
  expect(meantName(word, NAMES)).toBe(name);
});
