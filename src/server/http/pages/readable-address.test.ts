import { expect, test } from 'vitest';
import { readableAddress } from './readable-address.ts';

test.each([
  ['/suche?q=Geb%C3%BChr%20100%25', '/suche?q=Geb%C3%BChr%20100%25'],
  ['/%', '/%25'],
  ['/suche?q=%ff', '/suche?q=%25ff'],
])('%s is read as %s', (address, read) => {
  expect(readableAddress(address)).toBe(read);
});
