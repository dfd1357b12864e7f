import { expect, it } from 'vitest';
import type { Identity, LoginOutcome, LoginProvider } from '#server/ports/identity.ts';
import { faultOf, wellFormed } from './well-formed.ts';

const good: Identity = {
  providerId: 'sk',
  providerType: 'oidc',
  subject: 'person-1',
  name: 'Anđelka-Þórdís Ǧalāl-Ñúñez',
  trustLevel: 'low',
  userData: { streetAddress: 'Hafenstraße 1\nHinterhaus' },
  providerData: { given_name: 'Anđelka' },
  postboxHandle: null,
};
const NUL = String.fromCharCode(0);
/** Half of a pair (UTF-16). */
const HALF = String.fromCharCode(0xd800);

it('an identity that can be stored and shown is believed', () => {
  expect(faultOf(good)).toBeNull();
  expect(faultOf({ ...good, company: 'Fördewind GmbH', postboxHandle: 'handle' })).toBeNull();
});

it.each<[string, Partial<Identity>]>([
  ['an empty subject', { subject: '' }],
  ['a subject of more than 255 bytes', { subject: 'ä'.repeat(128) }],
  ['a subject with U+0000', { subject: `person${NUL}` }],
  ['a subject with half a character', { subject: `person${HALF}` }],
  ['a subject that was not readable', { subject: 'person\uFFFD' }],
  ['a subject with a line break', { subject: 'person\n' }],
  ['a name with U+0000', { name: `Frauke${NUL}` }],
  ['a name with half a character', { name: `Frauke${HALF}` }],
  ['a name that was not readable', { name: 'Frauke\uFFFD' }],
  ['a name with a line break', { name: 'Frauke\nCarstens' }],
  ['a name of 501 characters', { name: 'a'.repeat(501) }],
  ['a company with U+0000', { company: `GmbH${NUL}` }],
  ['a company of 501 characters', { company: 'a'.repeat(501) }],
  ['a postbox with U+0000', { postboxHandle: NUL }],
  ['a value with U+0000', { userData: { locality: `Kiel${NUL}` } }],
  ['a value with half a character', { providerData: { locality: `Kiel${HALF}` } }],
  ['a value with a control character', { providerData: { locality: 'Kiel\u0007' } }],
  ['a value of 2,001 characters', { userData: { locality: 'a'.repeat(2_001) } }],
  ['a key with U+0000', { providerData: { [NUL]: 'Kiel' } }],
])('%s is not', (_, change) => {
  expect(faultOf({ ...good, ...change })).not.toBeNull();
});

it('the longest of each is', () => {
  const longest = { subject: 'ä'.repeat(127), name: 'a'.repeat(500), company: 'a'.repeat(500) };
  expect(faultOf({ ...good, ...longest, userData: { locality: 'a'.repeat(2_000) } })).toBeNull();
});

it('such a login is an answer that is not believed; all others are as the provider says', async () => {
  const answers: LoginOutcome[] = [];
  const provider = { id: 'sk', readAnswer: async () => answers.shift()! } as unknown as LoginProvider;
  const read = (outcome: LoginOutcome) => {
    answers.push(outcome);
    return wellFormed(provider).readAnswer({ relayState: 'r', parameters: {} });
  };
  const success: LoginOutcome = {
    result: 'SUCCESS',
    relayState: 'r',
    identity: good,
    login: { isNew: true },
  };
  expect(await read(success)).toBe(success);
  expect(await read({ result: 'CANCEL', relayState: 'r' })).toEqual({ result: 'CANCEL', relayState: 'r' });
  const refused = await read({ ...success, identity: { ...good, name: `Frauke${NUL}` } });
  expect(refused).toMatchObject({ result: 'ERROR', relayState: 'r', fault: 'answer-not-believed' });
  expect(JSON.stringify(refused), 'the words of the answer are not repeated').not.toContain('Frauke');
  expect(wellFormed(provider).id).toBe('sk');
});
