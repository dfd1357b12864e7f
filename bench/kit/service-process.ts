import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Portal, startPortal } from '#model-tests/http/portal.ts';

export type Measured = {
  portal: Portal;
  /** Resident memory of the service process in MB (10^6 bytes would hide what `ps` and `top` show: 2^20). */
  memory(): Promise<number>;
  /** Makes the service collect its garbage. */
  settle(): Promise<void>;
};

const script = path.resolve(import.meta.dirname, 'service.ts');

/**
 * The real service as a process of its own, with the embedded database or, when BENCH_DATABASE_URL is set, on
 * that PostgreSQL (use an empty database).
 */
export async function startMeasured(acceptAfterMs = 600_000): Promise<Measured> {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  const portal = await startPortal({
    script,
    acceptAfterMs,
    environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {},
  });
  const pid = async () => Number(await readFile(path.join(portal.dataDir, 'service.pid'), 'utf8'));
  return {
    portal,
    memory: async () => residentMemory(await pid()),
    settle: async () => {
      process.kill(await pid(), 'SIGUSR2');
      await new Promise((resolve) => setTimeout(resolve, 2000));
    },
  };
}

/** Resident memory of a process in MB (2^20 bytes), as the operating system counts it. */
export async function residentMemory(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Math.round(Number(stdout) / 1024);
}
