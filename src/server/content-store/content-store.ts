import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { faultLines } from '#server/content/fault-lines.ts';
import type { Content, ContentFault } from '#server/content/types.ts';
import { ContentRefused } from './content-refused.ts';
import { type LoadedContent, type LoadTask, loadContent } from './load.ts';

/** Prepares its part of new content. The returned function replaces the old part, and cannot fail. */
export type ContentListener = (content: Content) => Promise<() => void>;

/** Report of the last loading of the content. */
export type ContentReport = {
  /** When the served content was loaded. */
  loadedAt: Date;
  /** Faulty entries missing from the served content. */
  leftOut: ContentFault[];
  /** The result of the last request to reload; null when there was none. */
  lastReload: { at: Date; outcome: 'new' | 'unchanged' | 'waits' | 'refused'; faults: ContentFault[] } | null;
};

/** Content that is ready to be shown. */
export type ReadyContent = {
  version: string;
  /** Shows it at once: content, search and pages change in one moment. */
  show(): void;
};

export type ContentStore = {
  current(): Content;
  /**
   * Loads a folder in a thread of its own, by default the one of this process; null after a fault, which is logged and
   * reported.
   */
  read(dir?: string): Promise<LoadedContent | null>;
  /** Prepares everything that is made of new content. */
  prepare(next: LoadedContent): Promise<ReadyContent>;
  /** Returns the content as it was loaded at the start. */
  loaded(): LoadedContent;
  /** Logs and reports that new content could not be taken over. */
  refuse(err: unknown): void;
  /** Notes the outcome of a reload of the own folder that does not show anything new now. */
  note(outcome: 'unchanged' | 'waits', leftOut: ContentFault[]): void;
  /** Called with new content before it replaces the old content; all parts change together with it. */
  listeners: Set<ContentListener>;
  report(): ContentReport;
  /** Reloads the folder; faulty content is logged and does not replace the old content. */
  reload(): Promise<void>;
};

/** The worker thread's answer. */
type LoadAnswer = ReturnType<typeof loadContent>;

/** Another folder to begin with, as the own one has faults. */
export type Instead = { dir: string; faults: ContentFault[] };

/**
 * Loads the content folder and keeps it in memory until it is reloaded.
 * @param instead what is loaded at first, where the folder has faults; reloads read the folder
 * @throws ContentRefused with every fault
 */
export function openContent(
  task: LoadTask,
  log: FastifyBaseLogger,
  now: () => Date = () => new Date(),
  instead: Instead | null = null,
): ContentStore {
  const loaded = loadContent(instead?.dir ?? task.dir, task);
  if ('faults' in loaded) throw new ContentRefused(loaded.faults);
  warn(loaded.leftOut, log);
  let { content } = loaded;
  let report: ContentReport = {
    loadedAt: now(),
    leftOut: loaded.leftOut,
    lastReload: instead && { at: now(), outcome: 'refused', faults: instead.faults },
  };
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  const listeners = new Set<ContentListener>();

  async function prepare(next: LoadedContent): Promise<ReadyContent> {
    warn(next.leftOut, log);
    const ready = await Promise.all([...listeners].map((take) => take(next.content)));
    const { version, services } = next.content;
    return {
      version,
      show() {
        // Nothing may wait in here, so that no request meets new content with an index of the old.
        content = next.content;
        for (const take of ready) take();
        const at = now();
        report = { loadedAt: at, leftOut: next.leftOut, lastReload: { at, outcome: 'new', faults: [] } };
        log.info({ version, services: services.size }, 'new content');
      },
    };
  }

  const note = (outcome: 'unchanged' | 'waits' | 'refused', faults: ContentFault[] = []) => {
    report = { ...report, lastReload: { at: now(), outcome, faults } };
  };

  async function read(dir = task.dir): Promise<LoadedContent | null> {
    try {
      const answer = await loadAside({ ...task, dir });
      if (!('faults' in answer)) return answer;
      log.error(
        { faults: faultLines(answer.faults).map((line) => line.trim()) },
        'the content cannot be used; the old content stays',
      );
      note('refused', answer.faults);
    } catch (err) {
      couldNot(err);
    }
    return null;
  }

  const couldNot = (err: unknown) => {
    note('refused', [{ file: task.dir, line: 1, reason: String(err) }]);
    log.error({ err }, 'the content could not be taken over; the old content stays');
  };

  const unchanged = (leftOut: ContentFault[]) => {
    report = { ...report, leftOut };
    note('unchanged');
    log.info({ version: content.version }, 'the content has not changed');
  };

  async function reload(): Promise<void> {
    do {
      isAskedAgain = false;
      const next = await read();
      if (next === null) continue;
      if (next.content.version === content.version) {
        warn(next.leftOut, log);
        unchanged(next.leftOut);
      } else
        await prepare(next).then(
          ({ show }) => show(),
          (err) => couldNot(err),
        );
    } while (isAskedAgain);
  }

  return {
    current: () => content,
    listeners,
    report: () => report,
    read,
    prepare,
    loaded: () => loaded,
    refuse: couldNot,
    note: (outcome, leftOut) => {
      if (outcome === 'unchanged') unchanged(leftOut);
      else note('waits');
    },
    reload() {
      // The files may have changed since the running reload read them.
      if (running) isAskedAgain = true;
      running ??= reload().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

function warn(leftOut: ContentFault[], log: FastifyBaseLogger): void {
  for (const fault of leftOut) log.warn(fault, 'content left out');
}

/** Loads content in a thread of its own: many services take seconds, and requests continue meanwhile. */
async function loadAside(task: LoadTask): Promise<LoadAnswer> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task });
  const [answer] = (await once(worker, 'message')) as [LoadAnswer];
  return answer;
}
