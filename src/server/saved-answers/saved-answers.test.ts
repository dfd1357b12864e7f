import { createHmac, hkdfSync } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import { expect, it } from 'vitest';
import { ProblemError } from '#server/problem-error.ts';
import { openAnswers, type SavedAnswers, sealAnswers } from './saved-answers.ts';

const SECRET = 'a secret of the portal, 32 characters or more';
const CODE = 'K7QM-3XWD-9PTA';
const NOW = new Date('2026-11-26T10:00:00Z');
const answers: SavedAnswers = {
  v: 1,
  metadataId: 'dog-tax-kiel',
  leiKaId: '99102011012000',
  areaKey: '010020000000',
  locale: 'de',
  form: 'hash',
  page: 'dog',
  files: 2,
  savedAt: '2026-11-26T10:00:00Z',
  until: '2026-12-26T10:00:00.000Z',
  data: { dogName: 'Elfriede', owner: [{ name: 'Hinrich' }] },
};
const opened = (file: string, code = CODE, now = NOW, ...secrets: string[]) =>
  openAnswers(secrets.length > 0 ? secrets : [SECRET], { file, code }, now).catch((error: unknown) =>
    error instanceof ProblemError ? error.code : error,
  );
const sealed = await sealAnswers(SECRET, answers, CODE);

it('gives back what was sealed, with the code however it is typed', async () => {
  expect(await opened(sealed)).toEqual(answers);
  expect(await opened(` ${sealed}\n`, 'k7qm 3xwd 9pta')).toEqual(answers);
});

it('shows nothing of the answers, and is another one each time', async () => {
  const parts = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  for (const part of [sealed, ...parts]) {
    expect(part).not.toMatch(/Elfriede|dog|Hinrich|K7QM|99102011012000/);
  }
  expect(await sealAnswers(SECRET, answers, CODE)).not.toBe(sealed);
});

it('needs the code as well as the portal’s secret', async () => {
  expect(await opened(sealed, 'K7QM-3XWD-9PTB')).toBe('saved-answers-code');
  expect(await opened(sealed, '')).toBe('saved-answers-code');
  expect(await opened(sealed, CODE, NOW, `${SECRET}, another one`)).toBe('saved-answers-damaged');
});

it('is opened with a secret of before, as long as that is kept', async () => {
  expect(await opened(sealed, CODE, NOW, 'a new one', SECRET)).toMatchObject({ data: answers.data });
});

it('is refused where a single sign is another one, wherever it stands', async () => {
  const step = Math.ceil(sealed.length / 60);
  for (let at = 0; at < sealed.length; at += step) {
    const sign = sealed[at] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, at) + sign + sealed.slice(at + 1);
    expect(await opened(changed), `at ${at}`).toBe('saved-answers-damaged');
  }
});

it.each([
  '',
  '.',
  'a.b',
  'hello',
  sealed.slice(0, -1),
  sealed.split('.').slice(0, 5).join('.'),
  `${sealed}.`,
])('is refused where it is no such file: %#', async (file) =>
  expect(await opened(file)).toBe('saved-answers-damaged'),
);

it('is refused where somebody else has made it with the code that they know', async () => {
  const key = Buffer.alloc(32, 1);
  const forged = await new CompactEncrypt(Buffer.from(JSON.stringify(answers)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', salt: 'AAAA' })
    .encrypt(key);
  const proof = sealed.split('.').at(-1);
  expect(await opened(`${forged}.${proof}`)).toBe('saved-answers-damaged');
});

it('ends at its time', async () => {
  expect(await opened(sealed, CODE, new Date('2026-12-26T09:59:59Z'))).toEqual(answers);
  expect(await opened(sealed, CODE, new Date('2026-12-26T10:00:00Z'))).toBe('saved-answers-expired');
});

it('is refused where a later version of the portal has made it', async () => {
  const later = await sealAnswers(SECRET, { ...answers, v: 2 } as never, CODE);
  expect(await opened(later)).toBe('saved-answers-damaged');
});

it('is opened by no other portal, even if that vouched for it', async () => {
  const other = 'the secret of another portal, 32 characters or more';
  const content = sealed.split('.').slice(0, 5).join('.');
  const vouch = (secret: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'saved answers: origin', 32));
    return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
  };
  expect(vouch(SECRET)).toBe(sealed);
  expect(await opened(vouch(other), CODE, NOW, other)).toBe('saved-answers-code');
});
