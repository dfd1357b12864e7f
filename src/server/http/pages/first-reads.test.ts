import { expect, test } from 'vitest';
import { firstReadsOf } from './first-reads.ts';

const ID = '8a1f4f0e-5b1c-4c7e-9d55-0f6f2b7a9c11';

test('the head of an application names what its page reads at once', () => {
  expect(firstReadsOf('process', 'en', ID)).toEqual(['/api/auth/user', `/api/process/${ID}?lang=en`]);
});

test('other pages ask who is there, whatever their query says', () => {
  expect(firstReadsOf('home', 'de', ID)).toEqual(['/api/auth/user']);
  expect(firstReadsOf('process', 'de', null)).toEqual(['/api/auth/user']);
  expect(firstReadsOf('process', 'de', '"><script>')).toEqual(['/api/auth/user']);
});
