import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '#model-tests/http/free-ports.ts';
import { type Figure, median, type Scenario, timed } from '../kit/figures.ts';
import { startMeasured } from '../kit/server-process.ts';

const STARTS = 3;
const TIMEOUT_MS = 120_000;

export const restart: Scenario = {
  title: 'Start',
  about: `npm start on a fresh data folder, then ${STARTS} times with nothing changed, each until the service answers`,
  measure: async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'start-'));
    try {
      const first = await startOnce(dataDir);
      const later: number[] = [];
      for (let count = 0; count < STARTS; count += 1) later.push(await startOnce(dataDir));
      return [
        { name: 'first start (builds the browser application when it has changed)', value: first, unit: 's' },
        { name: 'second start, median', value: median(later), unit: 's', budget: { most: 5 } },
        await serviceAlone(),
      ];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** Seconds from `npm start` to the first answer. Ends the whole process tree afterwards. */
async function startOnce(dataDir: string): Promise<number> {
  const port = await freePorts(4);
  const portal = spawn('npm', ['start'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
  });
  try {
    const { ms } = await timed(() => answer(portal, `http://127.0.0.1:${port}/api`));
    return ms / 1000;
  } finally {
    await end(portal);
  }
}

async function answer(portal: ChildProcess, url: string): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (portal.exitCode === null && performance.now() < end) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(portal.exitCode === null ? 'npm start took too long' : 'npm start ended by itself');
}

async function end(portal: ChildProcess): Promise<void> {
  if (portal.exitCode !== null || portal.pid === undefined) return;
  const gone = once(portal, 'exit');
  process.kill(-portal.pid, 'SIGTERM');
  await gone;
}

/** The server without npm, stand-ins and the check whether anything has changed. */
async function serviceAlone(): Promise<Figure> {
  const { portal } = await startMeasured();
  try {
    const times: number[] = [];
    for (let count = 0; count < STARTS; count += 1) {
      await portal.kill();
      times.push((await timed(() => portal.start())).ms / 1000);
    }
    return { name: 'of it the service itself, after a kill, median', value: median(times), unit: 's' };
  } finally {
    await portal.close();
  }
}
