import { expect, test } from 'vitest';
import { readableAddress } from './readable-address.ts';

test.each([
  ['/suche?q=Geb%C3%BChr%20100%25', '/suche?q=Geb%C3%BChr%20100%25'],
  ['/%', '/%25'],
  ['/suche?q=%ff', '/suche?q=%25ff'],
  ['http://portal.example/suche?q=a%20b', '/suche?q=a%20b'],
  ['HTTPS://portal.example', '/'],
  ['http://portal.example?q=http://x/', '/?q=http://x/'],
  ['http://portal.example/%', '/%25'],
  ['http://', '/http://'],
  ['/http://portal.example', '/http://portal.example'],
  ['*', '/*'],
  ['', '/'],
])('%s is read as %s', (address, read) => {
  expect(readableAddress(address)).toBe(read);
});
