import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tapeOf } from './tape.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Replaces timers and the clock of the database, so it gets a process of its own. */
const simulate = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['model-tests/simulation/cli.ts', ...args], { cwd: root }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error) => ({ code: Number(error.code), said: `${error.stdout}${error.stderr}` }),
  );

describe('the whole chain on simulated time', () => {
  it('keeps the laws of the journal in 200 runs, other ones each time, and in all that failed once', async () => {
    const { code, said } = await simulate('--runs', '200', '--kept');
    expect(code, said).toBe(0);
    // A run that goes nowhere keeps every law.
    for (const status of [
      'PAYMENT_PENDING',
      'PAID',
      'PAYMENT_FAILURE',
      'SUBMIT_FAILURE',
      'SUBMITTED',
      'gone',
    ])
      expect(said).toContain(`${status} `);
  });

  it('is the same for the same seed', async () => {
    const [once, again] = await Promise.all(
      ['3', '3'].map((seed) => simulate('--runs', '4', '--seed', seed)),
    );
    expect(once).toEqual(again);
    expect(once?.said).toContain('4 runs with seed 3');
  });

  it('refuses what is no number', async () => {
    expect(await simulate('--runs', 'many')).toMatchObject({
      code: 2,
      said: expect.stringContaining('whole numbers'),
    });
  });
});

describe('the choices of a run', () => {
  it('are the numbers of its tape, and the plainest after its end', () => {
    const tape = tapeOf([7, 3]);
    expect([tape.choose(5), tape.isOver(), tape.choose(5), tape.isOver(), tape.choose(5)]).toEqual([
      2,
      false,
      3,
      true,
      0,
    ]);
  });
});
