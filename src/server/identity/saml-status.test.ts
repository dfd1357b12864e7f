import { expect, it } from 'vitest';
import { isCancel } from './saml-status.ts';

it.each([
  ['Requester/AuthnFailed', 'Authentication was canceled by the user.', true],
  ['Requester/AuthnFailed', 'Cancelled', true],
  ['Requester/AuthnFailed', 'The password is wrong.', false],
  ['Responder/AuthnFailed', 'The job was canceled.', false],
  ['Requester/NoPassive', 'canceled', false],
  ['Requester', 'canceled', false],
])('%s with the words "%s" is a cancel: %s', (codes, message, is) => {
  expect(isCancel({ codes: codes.split('/'), message })).toBe(is);
});
