import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const SECRET = 'Verschwiegen';

/** Makes an error that carries data happen as soon as the server listens to it. */
const saboteur = (event: string) =>
  `data:text/javascript,${encodeURIComponent(`
    const { on } = process;
    process.on = function (name, listener) {
      on.call(process, name, listener);
      const error = Object.assign(new Error('failed'), { params: [process.env.SECRET] });
      if (name === '${event}') process.emit(name, error);
      return this;
    };
  `)}`;

it.each(['unhandledRejection', 'uncaughtException'])(
  'ends by an unforeseen error (%s), and says so without the data of it',
  (event) => {
    const main = path.resolve(import.meta.dirname, 'main.ts');
    const ended = spawnSync(process.execPath, ['--import', saboteur(event), main], {
      encoding: 'utf8',
      // Node itself can come to stand at its exit, which would hold up everything here.
      timeout: 60_000,
      killSignal: 'SIGKILL',
      env: { PATH: process.env.PATH, SECRET },
    });
    expect(ended.status).toBe(1);
    expect(ended.stdout).toContain('the service ends by an error that nobody expected');
    expect(ended.stdout + ended.stderr).not.toContain(SECRET);
  },
);
