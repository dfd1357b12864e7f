import { expect, it } from 'vitest';
import { shownEmail } from './email.ts';

it.each([
  ['max@xn--mller-kva.example', 'max@müller.example'],
  ['m@post.xn--mller-kva.xn--kln-sna.example', 'm@post.müller.köln.example'],
  ['max@mueller.example', 'max@mueller.example'],
  ['xn--mller-kva', 'xn--mller-kva'],
  ['xn--mller-kva@example.org', 'xn--mller-kva@example.org'],
  ['max@xn--99999999.example', 'max@xn--99999999.example'],
  ['max@xn--a-ecp.ru', 'max@xn--a-ecp.ru'],
  // Cyrillic letters that look like "apple".
  ['a@xn--80ak6aa92e.com', 'a@xn--80ak6aa92e.com'],
  ['', ''],
])('%s is shown as %s', (stored, shown) => {
  expect(shownEmail(stored)).toBe(shown);
});
