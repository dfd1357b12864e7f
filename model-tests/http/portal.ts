import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SubmissionStep } from '#domain/submission-step.ts';
import type { Content } from '#server/content/types.ts';
import { createDeliveryControl, type DeliveryControl } from '#stand-ins/delivery/control-client.ts';
import { type Partners, readContent, startPartners } from '#stand-ins/partners.ts';
import { PortalClient } from './client.ts';
import { freePorts } from './free-ports.ts';
import { answer, beginServer, endServer } from './kept-servers.ts';
import { inBundle } from './server-bundle.ts';

export type Portal = {
  url: string;
  partners: Partners;
  delivery: DeliveryControl;
  dataDir: string;
  /** The folder of the partners' records. */
  stateDir: string;
  client(): PortalClient;
  /** Kills the server process without warning. */
  kill(): Promise<void>;
  /** Asks the server to reload its content, as an administrator does. */
  reloadContent(): void;
  /** Sets the clock of the server ahead; only of a clockedServer. */
  passDays(days: number): Promise<void>;
  /** Runs the server's work of a minute; only of a clockedServer. */
  passMinute(): Promise<void>;
  /** Fills the disk of the server, or frees space on it; only with the script full-disk-server.ts. */
  setDisk(disk: Disk['disk']): Promise<void>;
  /** Has the machine stand still when a file is to be examined; only with the script paused-server.ts. */
  setPaused(paused: boolean): Promise<void>;
  /** Sets the point at which the server ends as in a power cut; only with the script crashing-server.ts. */
  setCrash(crash: Crash['crash']): Promise<void>;
  /** A copy of the embedded database, as a power cut at this moment would leave it. @returns a data folder */
  copyDatabase(): Promise<string>;
  /**
   * Starts the server again on the same data.
   * @param script the start of another version of the server; by default that of before
   */
  start(environment?: Record<string, string | undefined>, script?: string): Promise<void>;
  /** Stops the server as an operator would: it may finish its work. */
  stop(): Promise<void>;
  /** Resolves when the server process has ended on its own. */
  ended(): Promise<void>;
  close(): Promise<void>;
};

/** Messages to a server whose clock can be set ahead. */
export type Days = { days: number };
export type Minute = { minute: true };
/** Messages to the server about its disk: "nearly full" has no space for another file of the write-ahead log. */
export type Disk = { disk: 'full' | 'nearly full' | 'free' };
export type Pause = { paused: boolean };

/**
 * Message to the crashing server: after the checkpoint of this step, or while a partner's answer to a call is still in
 * transit (a pattern of method and address).
 */
export type Crash = { crash: { after?: SubmissionStep; at?: string } };

export type PortalOptions = {
  acceptAfterMs?: number;
  /** Seconds after which the form server closes an unused form. */
  formSessionSeconds?: number;
  environment?: Record<string, string | undefined>;
  /** Content of the portal and of its partners; by default the demonstration content. */
  contentDir?: string;
  /** Puts a proxy between the portal and its partners: variables that replace those of the partners. */
  between?: (partners: Partners) => Promise<Record<string, string>>;
  /** Address that people and partners know the portal by, when it is not the one it listens on. */
  publicUrl?: string;
  /** Script to run instead of the server's own start. */
  script?: string;
  /** Receives all output of the server, above all its log; otherwise the output is shown. */
  output?: (text: string) => void;
};

/** The folder prepared for the test run (prepare.ts); undefined in a benchmark. */
const prepared = process.env.PREPARED;

/** The folder of this version. */
const root = path.resolve(import.meta.dirname, '../..') + path.sep;
export const serverScript = path.resolve(import.meta.dirname, '../../src/server/main.ts');
/** Script of a server whose clock can be set ahead. */
export const clockedServer = path.resolve(import.meta.dirname, 'kept-server.ts');

/** Script of a server whose disk can be filled. */
export const fullDiskServer = path.resolve(import.meta.dirname, 'full-disk-server.ts');

/** Script of a server whose machine can stand still. */
export const pausedServer = path.resolve(import.meta.dirname, 'paused-server.ts');

/** Script of a server that writes down its statements and answers. */
export const talkingServer = path.resolve(import.meta.dirname, 'talking-server.ts');

/** Compile cache of the server's own start (src/server/main.ts), also used for its other scripts. */
const compileCache = path.resolve(import.meta.dirname, '../../node_modules/.cache/node');
/** Full optimisation of the embedded database's code does not pay off for a server that lives for a minute. */
const execArgv = prepared ? ['--liftoff-only'] : [];

/** Keys take seconds to create, so without a preparation all servers of a process share them, and the records. */
const unpreparedPartners = path.join(tmpdir(), `portal-partners-${process.pid}`);

const show = (text: string): void => void process.stdout.write(text);

let demonstration: Content | undefined;
/** Read once, as no test changes it. */
const demonstrationContent = (): Content => {
  demonstration ??= readContent('content');
  return demonstration;
};

/** The real server in its own process, on a fresh data folder, with stand-ins for its partners. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-'));
  const dataDir = path.join(folder, 'data');
  const stateDir = prepared ? path.join(folder, 'partners') : unpreparedPartners;
  if (prepared) {
    cpSync(path.join(prepared, 'data'), dataDir, { recursive: true });
    cpSync(path.join(prepared, 'partners'), stateDir, { recursive: true });
  } else await mkdir(dataDir);
  const port = await freePorts();
  const url = `http://localhost:${port}`;
  const contentDir = options.contentDir ?? 'content';
  const partners = await startPartners({
    stateDir,
    content: options.contentDir === undefined ? demonstrationContent() : readContent(contentDir),
    portalUrl: options.publicUrl ?? url,
    acceptAfterMs: options.acceptAfterMs ?? 50,
    ...(options.formSessionSeconds !== undefined && { formSessionSeconds: options.formSessionSeconds }),
  });
  const between = (await options.between?.(partners)) ?? {};
  let service: ChildProcess | null = null;
  let isKept = false;

  const program = (script: string) =>
    prepared && script.startsWith(root) ? inBundle(path.join(prepared, 'server'), script) : script;
  /** The first start needs nothing special from the server's own script; a restart is a test of that script. */
  const isForKept = (script: string) => script === clockedServer || (script === serverScript && !service);

  const start = async (environment: Record<string, string | undefined> = {}, other?: string) => {
    const script = other ?? options.script ?? serverScript;
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      LOG_LEVEL: 'error',
      RATE_LIMIT: '1000000',
      ANONYMOUS_STARTS: '1000000',
      BODY_MEGABYTES: '1000000',
      CALLS_AT_ONCE: '1000000',
      CALLS_WAIT_MS: '60000',
      SECURITY_LOG: path.join(dataDir, 'security.log'),
      TRAIL_FILE: path.join(dataDir, 'trail.jsonl'),
      ...partners.environment,
      PORT: String(port),
      PUBLIC_URL: options.publicUrl ?? url,
      DATA_DIR: dataDir,
      CONTENT_DIR: contentDir,
      ...between,
      ...options.environment,
      ...environment,
    };
    isKept = isForKept(script);
    if (isKept) {
      const open = () => fork(program(clockedServer), { execArgv, silent: true, env });
      service = await beginServer(open, env, options.output ?? show);
      return;
    }
    service = fork(program(script), { execArgv, silent: options.output !== undefined, env });
    for (const stream of [service.stdout, service.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => options.output?.(text));
    }
    await answer(service);
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!service || service.exitCode !== null || service.signalCode !== null) return;
    const gone = once(service, 'exit');
    service.kill(signal);
    await gone;
  };
  const kill = () => end('SIGKILL');
  const ended = async () => {
    if (service && service.exitCode === null && service.signalCode === null) await once(service, 'exit');
  };

  const tell = async (message: Days | Minute | Disk | Pause | Crash) => {
    const heard = once(service!, 'message');
    service!.send(message);
    await heard;
  };

  const copyDatabase = async () => {
    const copy = await mkdtemp(path.join(folder, 'copy-'));
    service!.kill('SIGSTOP');
    cpSync(path.join(dataDir, 'database'), path.join(copy, 'database'), { recursive: true });
    service!.kill('SIGCONT');
    return copy;
  };

  await start();
  return {
    url,
    partners,
    delivery: createDeliveryControl(partners.delivery.control),
    dataDir,
    stateDir,
    client: () => new PortalClient(url),
    kill,
    reloadContent: () => void service?.kill('SIGHUP'),
    copyDatabase,
    start,
    passDays: (days) => tell({ days }),
    passMinute: () => tell({ minute: true }),
    setDisk: (disk) => tell({ disk }),
    setPaused: (paused) => tell({ paused }),
    setCrash: (crash) => tell({ crash }),
    stop: () => end('SIGTERM'),
    ended,
    close: async () => {
      if (isKept && prepared && service) await endServer(service);
      else await kill();
      await partners.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
