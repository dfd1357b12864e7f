import { expect, it } from 'vitest';
import { inWords, isBelowLevel, isCancel, readStatus } from './saml-status.ts';

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

const PREFIX = 'urn:oasis:names:tc:SAML:2.0:status:';
const status = (codes: string, message = '') =>
  `<p:Status xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol">${codes}${message}</p:Status>`;
const NO_CONTEXT = `<p:StatusCode Value="${PREFIX}Responder"><p:StatusCode Value="${PREFIX}NoAuthnContext"/></p:StatusCode>`;

it('a status is read with its codes, the outermost first, and its words', () => {
  const read = readStatus(status(NO_CONTEXT, '<p:StatusMessage> Level not reached </p:StatusMessage>'));
  expect(read).toEqual({ codes: ['Responder', 'NoAuthnContext'], message: 'Level not reached' });
  expect(isBelowLevel(read)).toBe(true);
});

it('a status of which nothing is said is no cancel and no level, but it is read', () => {
  const read = readStatus(status('<p:StatusCode/>'));
  expect(read).toEqual({ codes: [''], message: '' });
  expect([isCancel(read), isBelowLevel(read)]).toEqual([false, false]);
});

it('a status comes into the log in the words of the standard', () => {
  expect(inWords({ codes: ['Responder', 'AuthnFailed'] })).toBe('Responder/AuthnFailed');
  expect(inWords({ codes: ['Responder', 'Frauke Carstens'] })).toBe('Responder/another code');
});
