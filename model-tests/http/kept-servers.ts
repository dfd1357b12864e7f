import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Messages to a kept server: begin with these variables; end, and be ready to begin again. */
export type Begin = { begin: Record<string, string | undefined> };
export type End = { end: true };

type Output = (text: string) => void;

/** Most servers of one process, whose end frees all remaining resources. */
const MOST_SERVERS = 10;
/** A server that has not ended by then is ended with its process. */
const PATIENCE_MS = 3000;

const idle: ChildProcess[] = [];
const served = new WeakMap<ChildProcess, number>();
const outputs = new WeakMap<ChildProcess, Output>();

/**
 * Starts a server in a process that is kept for the next one, which halves the work of a start.
 * @param open starts such a process (kept-server.ts), with pipes for its output
 * @param show receives the output of the server
 * @throws Error when the process has ended before the server listens
 */
export async function beginServer(
  open: () => ChildProcess,
  environment: Begin['begin'],
  show: Output,
): Promise<ChildProcess> {
  const child = idle.pop() ?? watched(open());
  child.ref();
  child.channel?.ref();
  outputs.set(child, show);
  served.set(child, (served.get(child) ?? 0) + 1);
  child.send({ begin: environment } satisfies Begin);
  await answer(child);
  return child;
}

/** Ends the server, and keeps its process for the next one. */
export async function endServer(child: ChildProcess): Promise<void> {
  if (isGone(child)) return;
  const isKept = (served.get(child) ?? 0) < MOST_SERVERS && (await hasEnded(child));
  outputs.delete(child);
  if (isKept) {
    child.channel?.unref();
    child.unref();
    idle.push(child);
    return;
  }
  if (isGone(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const isGone = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** @throws Error when the process ends instead */
export function answer(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (code: number | null) => {
      reject(new Error(`the service ended with ${code} while starting`));
    };
    child.once('exit', end);
    child.once('message', () => {
      child.off('exit', end);
      resolve();
    });
  });
}

async function hasEnded(child: ChildProcess): Promise<boolean> {
  const limit = Promise.withResolvers<false>();
  const timer = setTimeout(() => limit.resolve(false), PATIENCE_MS);
  child.send({ end: true } satisfies End);
  const ended = answer(child).then(
    () => true,
    () => false,
  );
  const isInTime = await Promise.race([ended, limit.promise]);
  clearTimeout(timer);
  return isInTime;
}

function watched(child: ChildProcess): ChildProcess {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => outputs.get(child)?.(text));
    (stream as Socket | null)?.unref();
  }
  child.once('exit', () => {
    const index = idle.indexOf(child);
    if (index >= 0) idle.splice(index, 1);
  });
  return child;
}
