import { expect, it } from 'vitest';
import { plainTime } from './time-and-address.ts';

it.each([
  ['10 Uhr 30', '10:30'],
  ['10 Uhr 30 Minuten', '10:30'],
  ['10Uhr30', '10:30'],
  ['8.30 Uhr', '08:30'],
  ['8:30', '08:30'],
  ['8h30', '08:30'],
  ['8 Uhr', '08:00'],
  ['8', '08:00'],
])('%s is a time', (typed, time) => {
  expect(plainTime(typed)).toBe(time);
});

it.each(['24:00', '10 Uhr 60', '10 Uhr 5', '10 30', 'mittags', 'Uhr', '10 Minuten'])(
  '%s is none',
  (typed) => {
    expect(plainTime(typed)).toBeUndefined();
  },
);
