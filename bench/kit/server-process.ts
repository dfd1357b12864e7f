import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Portal, startPortal } from '#model-tests/http/portal.ts';

export type Measured = {
  portal: Portal;
  /** Resident memory of the server process in MB (2^20 bytes). */
  memory(): Promise<number>;
  /** Time that the server has kept a processor busy since its start, in ms. Measures cost even on a busy machine. */
  processorTime(): Promise<number>;
  /** Makes the server collect its garbage. */
  settle(): Promise<void>;
};

/** Nobody decides while something is measured. */
const ACCEPTS_AFTER_MS = 600_000;
/** The default of a server. */
const callsAtOnce = process.env.CALLS_AT_ONCE ?? '16';
const serverScript = path.resolve(import.meta.dirname, 'server.ts');

/**
 * The real server in its own process, with the embedded database or, when BENCH_DATABASE_URL is set, on that
 * PostgreSQL (use an empty database).
 */
export async function startMeasured({ script = serverScript }: { script?: string } = {}): Promise<Measured> {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  const portal = await startPortal({
    script,
    acceptAfterMs: ACCEPTS_AFTER_MS,
    environment: { CALLS_AT_ONCE: callsAtOnce, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  const pid = async () => Number(await readFile(path.join(portal.dataDir, 'service.pid'), 'utf8'));
  return {
    portal,
    memory: async () => residentMemory(await pid()),
    processorTime: async () => processorTimeOf(await pid()),
    settle: async () => {
      process.kill(await pid(), 'SIGUSR2');
      await new Promise((resolve) => setTimeout(resolve, 2000));
    },
  };
}

/**
 * Time in ms that a process has kept a processor busy. NaN on systems without /proc, where `ps` counts whole
 * seconds only.
 */
export async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The fields follow the name in parentheses: user and system time are number 14 and 15, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of a process in MB (2^20 bytes), as the operating system counts it. */
export async function residentMemory(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Math.round(Number(stdout) / 1024);
}
