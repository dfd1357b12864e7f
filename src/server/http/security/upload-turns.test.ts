import { expect, it } from 'vitest';
import { ProblemError } from '#server/problem-error.ts';
import { createUploadTurns } from './upload-turns.ts';

const MEGABYTE = 1024 * 1024;
const free = { assertRoom: () => {} };
const refusal = (code: 'file-active' | 'file-too-large') => async () => {
  throw new ProblemError(code);
};
const problem = (upload: Promise<unknown>) =>
  upload.then(
    () => null,
    (error: ProblemError) => ({ code: error.code, retryAfter: error.facts.retryAfter }),
  );

it('counts files that were refused for what is in them against their caller alone', async () => {
  const turns = createUploadTurns(free);
  const send = (caller: string, code: 'file-active' | 'file-too-large' = 'file-active') =>
    problem(turns.take(caller, () => 10 * MEGABYTE, refusal(code)));
  for (let count = 0; count < 30; count += 1) await send('a', 'file-too-large');
  for (let count = 0; count < 11; count += 1) expect(await send('a')).toMatchObject({ code: 'file-active' });
  const { code, retryAfter } = (await send('a'))!;
  expect(code).toBe('too-many-requests');
  expect(retryAfter).toBeGreaterThan(500);
  expect(retryAfter).toBeLessThanOrEqual(600);
  expect(await send('b')).toMatchObject({ code: 'file-active' });
});

it('refuses uploads when other calls would be refused', async () => {
  const full = () => {
    throw new ProblemError('overloaded');
  };
  const turns = createUploadTurns({ assertRoom: full });
  expect(
    await problem(
      (async () =>
        turns.take(
          'a',
          () => 0,
          async () => 1,
        ))(),
    ),
  ).toMatchObject({ code: 'overloaded' });
});

it('lets no caller fill the queue', async () => {
  const turns = createUploadTurns(free);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const own = Array.from({ length: 81 }, () =>
    problem(
      turns.take(
        'a',
        () => 0,
        () => held,
      ),
    ),
  );
  expect(await own[80]).toMatchObject({ code: 'overloaded' });
  expect(
    await turns.take(
      'b',
      () => 0,
      async () => 'taken',
    ),
  ).toBe('taken');
  release();
  expect((await Promise.all(own)).filter((one) => one !== null)).toHaveLength(1);
});
