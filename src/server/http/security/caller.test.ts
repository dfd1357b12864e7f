import { expect, it } from 'vitest';
import { addressIn, callerOf, UNKNOWN_CALLER } from './caller.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['0::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  // The owner of a network can write any IPv4 address at its end.
  ['2001:db8:1:2:3:ffff:203.0.113.7', '2001:db8:1:2::/64'],
  ['2001:db8:0:0:0:ffff:203.0.113.7', '2001:db8:0:0::/64'],
  ['::1:ffff:203.0.113.7', '0:0:0:0::/64'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('a caller from %s counts as %s', (ip, caller) => {
  expect(callerOf([ip])).toBe(caller);
  expect(callerOf([caller]), 'also when the count is taken for the address').toBe(caller);
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:50123', '203.0.113.9'],
  [' "203.0.113.9:1" ', '203.0.113.9'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['[2001:db8::9]:443', '2001:db8::9'],
  ['"[2001:db8::9]:443"', '2001:db8::9'],
  ['[::ffff:203.0.113.9]:443', '::ffff:203.0.113.9'],
  ['fe80::1%eth0', 'fe80::1'],
])('%s means the address %s', (written, address) => expect(addressIn(written)).toBe(address));

it.each([
  '',
  'unknown',
  '_hidden',
  '-',
  'portal.example',
  '203.0.113',
  '203.0.113.009',
  '203.0.113.9.9',
  '203.0.113.9:',
  '203.0.113.9:x',
  '203.0.113.9:1:2',
  '0xcb007109',
  '3405803785',
  '[203.0.113.9',
  '2001:db8::9]',
  '[2001:db8::9]x',
  '[]',
  '::::',
  '203.0.113.9 198.51.100.7',
])('%j means no address', (written) => expect(addressIn(written)).toBeNull());

it('what is no address counts as the proxy that has passed it on', () => {
  expect(callerOf(['192.0.2.1', 'unknown'])).toBe('192.0.2.1');
  expect(callerOf(['::1', '192.0.2.1', 'unknown'])).toBe('192.0.2.1');
});

it('a caller whose address nobody has seen is one with all of these', () => {
  expect(callerOf([])).toBe(UNKNOWN_CALLER);
  expect(callerOf([undefined])).toBe(UNKNOWN_CALLER);
  expect(callerOf(['x', 'y'])).toBe(UNKNOWN_CALLER);
});
