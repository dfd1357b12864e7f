import { expect, it } from 'vitest';
import { mailAddress } from './address.ts';

it.each([
  ['petra@example.com', 'petra@example.com'],
  [' petra.lindemann+amt@Post.Example ', 'petra.lindemann+amt@post.example'],
  ['petra@bücher.example', 'petra@xn--bcher-kva.example'],
  ['jürgen@example.com', 'jürgen@example.com'],
  ["o'neill@example.com", "o'neill@example.com"],
])('takes %s', (text, address) => {
  expect(mailAddress(text)).toBe(address);
});

it.each([
  [''],
  ['petra'],
  ['petra@'],
  ['@example.com'],
  ['petra@localhost'],
  ['petra@127.0.0.1'],
  ['petra@[127.0.0.1]'],
  ['petra@example.com,other@example.com'],
  ['petra@example.com\r\nBcc: other@example.com'],
  ['petra\r\nBcc:x@example.com'],
  ['"a b"@example.com'],
  ['petra@exa mple.com'],
  ['Petra <petra@example.com>'],
  ['petra@@example.com'],
  ['.petra@example.com'],
  ['petra\u0000@example.com'],
  [`${'a'.repeat(65)}@example.com`],
  [`a@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.example`],
])('refuses %j', (text) => {
  expect(mailAddress(text)).toBeNull();
});
