import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { faultLines } from '#server/content/fault-lines.ts';
import type { ContentFault } from '#server/content/types.ts';
import { ContentRefused } from '#server/content-store/content-refused.ts';
import type { ContentStore, ReadyContent } from '#server/content-store/content-store.ts';
import type { LoadedContent } from '#server/content-store/load.ts';
import type { Database } from '#server/storage/database.ts';
import { type Agreement, agree, askAll, copyIn, leave, report, type Standing } from './agreement.ts';
import { packContent, unpackContent } from './copy.ts';

export type RollOutTimes = {
  /** Time between two looks at what the others have. */
  lookMs: number;
  /** Age of a look up to which no moment can have passed unseen: less than `leadMs`. */
  leaseMs: number;
  /** Time between the agreement and its moment. */
  leadMs: number;
  /** Time before the moment in which calls wait for it, longer than processes differ in when they show it. */
  heldMs: number;
  /** Longest time for which a call waits. */
  patienceMs: number;
  /** Silence after which a process counts as gone. */
  goneMs: number;
  /** Time after which operators are told that processes differ. */
  tellMs: number;
};

const usual: RollOutTimes = {
  lookMs: 1_000,
  leaseMs: 4_000,
  leadMs: 5_000,
  heldMs: 250,
  patienceMs: 5_000,
  goneMs: 30_000,
  tellMs: 10_000,
};

/** Content that all processes of a database show in one moment (docs/decisions/0105-content-of-all-processes.md). */
export type RollOut = {
  /**
   * Joins the processes that live, before this one serves anybody: it shows what they show.
   * @throws ContentRefused when neither its folder nor the database has that
   */
  join(): Promise<void>;
  /** Looks from now on at what the others have. @param onNew called whenever other content is shown */
  run(onNew: () => void): void;
  /** Has every process load its folder again, and returns when this one has. */
  reload(): Promise<void>;
  /** Returns the wait of a call that may not read the content yet; null for none, as nearly always. */
  current(): Promise<unknown> | null;
  /** All processes that live, by the last look. */
  processes(): Agreement['processes'];
  /** Seconds for which content of the own folder has waited for other processes; 0 when none waits. */
  waitingSeconds(): number;
  /** Why this process must not get work, in words for operators; null when it may. */
  fault(): string | null;
  /** Leaves the processes that live; nobody may be served any more. */
  stop(): Promise<void>;
};

type Options = {
  db: Database;
  store: ContentStore;
  /** The content folder of this process. */
  dir: string;
  /** Id of this process, and its name for operators: host and port, which no other process has. */
  id: string;
  name: string;
  log: FastifyBaseLogger;
  times?: Partial<RollOutTimes>;
  /** Returns milliseconds that only grow, by which the waiting of content is told. */
  clock?: () => number;
};

/** @param options the store that the content is shown by, and what the process is called */
export function createRollOut(options: Options): RollOut {
  const { db, store, dir, id, name, log, clock = () => performance.now() } = options;
  const times = { ...usual, ...options.times };

  /** Content of the own folder that not every process has yet; `ready` once it could be shown. */
  let own: { loaded: LoadedContent; ready: ReadyContent | null; since: number } | null = null;
  /** Content that was agreed on, until its moment. */
  let next: ReadyContent | null = null;
  let moment: { version: string; at: number; timer: NodeJS.Timeout } | null = null;
  let carriedOut = 0;
  // A process whose folder has faults may have begun with what the others show.
  let faults: ContentFault[] = store.report().lastReload?.faults ?? [];
  let isAskWanted = false;
  let seen: Agreement | null = null;
  let seenAt = Number.NEGATIVE_INFINITY;
  let lacking: string | null = null;
  let differsSince: { what: string; at: number; told: boolean } | null = null;
  let onNew = () => {};
  let ended = false;
  const stopping = new AbortController();
  let isBlind = false;

  const shows = () => store.current().version;
  const standing = (): Standing => ({
    id,
    name,
    shows: shows(),
    has: own?.ready?.version ?? next?.version ?? shows(),
    asked: carriedOut,
    faults,
  });

  /** One after the other: each loads a whole content, and decides by what is there before. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };

  function show(ready: ReadyContent): void {
    if (moment) clearTimeout(moment.timer);
    moment = null;
    next = null;
    lacking = null;
    if (own?.loaded.content.version === ready.version) own = null;
    ready.show();
    onNew();
  }

  /** Reads the own folder; what is new in it waits until all have it. */
  async function readFolder(): Promise<void> {
    const loaded = await store.read();
    faults = loaded ? [] : (store.report().lastReload?.faults ?? []);
    if (!loaded) {
      own = null;
      return;
    }
    const { version } = loaded.content;
    if (version === shows() || version === next?.version) {
      own = null;
      store.note('unchanged', loaded.leftOut);
    } else {
      own = { loaded, ready: null, since: clock() };
      store.note('waits', loaded.leftOut);
    }
  }

  /** Gets the content that was agreed on: from the own folder, or as the database has it. */
  async function obtain(version: string): Promise<ReadyContent | null> {
    if (next?.version === version) return next;
    const found = own?.loaded.content.version === version ? own.loaded : await copied(version);
    if (!found) return null;
    next = own?.ready?.version === version ? own.ready : await store.prepare(found);
    return next;
  }

  async function copied(version: string): Promise<LoadedContent | null> {
    const packed = await copyIn(db, version);
    if (!packed) return null;
    const { dir: unpacked, remove } = await unpackContent(packed);
    try {
      const loaded = await store.read(unpacked);
      return loaded?.content.version === version ? loaded : null;
    } finally {
      await remove();
    }
  }

  /** Shows what was agreed on, at its moment; what is overdue is shown before this returns. */
  async function follow({ version, dueAt }: Agreement): Promise<void> {
    if (moment && moment.version !== version) clearTimeout(moment.timer);
    if (version === null || version === shows()) {
      moment = null;
      lacking = null;
      return;
    }
    if (own?.ready?.version === version) next = own.ready;
    if (dueAt <= performance.now()) {
      const ready = await inTurn(() => obtain(version)).catch((err) => {
        log.debug({ err }, 'no content');
        return null;
      });
      if (ready) return void (shows() !== version && show(ready));
      if (lacking !== version)
        log.error({ version }, 'the others show content that this process cannot find');
      lacking = version;
      return;
    }
    if (moment?.version === version) return;
    const showNext = () => next?.version === version && show(next);
    moment = { version, at: dueAt, timer: setTimeout(showNext, dueAt - performance.now()) };
  }

  let looking: Promise<void> | null = null;
  /** Looks at what was agreed on, and shows it if it is time. @throws when the database is away */
  const look = (): Promise<void> => {
    looking ??= (async () => {
      const askedAt = performance.now();
      const found = await report(db, standing(), times);
      seen = found;
      await follow(found);
      seenAt = askedAt;
      isBlind = false;
    })().finally(() => {
      looking = null;
    });
    return looking;
  };

  /** Does what the last look asks for. @returns whether it is worth another look at once */
  async function work(): Promise<boolean> {
    if (isAskWanted) {
      isAskWanted = false;
      await askAll(db).catch((error) => {
        isAskWanted = true;
        throw error;
      });
      return true;
    }
    if (!seen) return false;
    const { version, asked, processes } = seen;
    if (moment && next?.version !== moment.version) {
      await inTurn(() => obtain(moment?.version ?? ''));
      return true;
    }
    if (asked > carriedOut) {
      await inTurn(readFolder);
      carriedOut = asked;
      return true;
    }
    if (own && !own.ready) {
      const { loaded } = own;
      try {
        const ready = await store.prepare(loaded);
        if (own?.loaded === loaded) own.ready = ready;
      } catch (err) {
        store.refuse(err);
        faults = store.report().lastReload?.faults ?? [];
        own = null;
      }
      return true;
    }
    const said = standing();
    if (said.has !== version && !moment) {
      const isShared = processes.every(
        (one) => one.id === id || (one.has === said.has && one.asked === asked),
      );
      if (isShared && (await agree(db, said, times, () => packContent(dir, said.has)))) return true;
    }
    tellDifferences();
    return false;
  }

  function tellDifferences(): void {
    if (!seen || moment) return;
    const differ = seen.processes.filter(
      (one) => one.has !== seen!.version || one.asked !== seen!.asked || one.faults.length > 0,
    );
    if (differ.length === 0 || seen.processes.length < 2) {
      differsSince = null;
      return;
    }
    const told = seen.processes.map((one) => ({
      process: one.name,
      shows: one.shows.slice(0, 12),
      has: one.has.slice(0, 12),
      answered: one.asked === seen!.asked,
      faults: faultLines(one.faults),
    }));
    const what = JSON.stringify(told);
    if (differsSince?.what !== what) differsSince = { what, at: performance.now(), told: false };
    if (differsSince.told || performance.now() - differsSince.at < times.tellMs) return;
    differsSince.told = true;
    log.warn({ processes: told }, 'new content waits: not every process has it');
  }

  /** Looks and works until nothing is left to do now. */
  async function pass(): Promise<void> {
    do await look();
    while (!ended && (await work()));
  }

  let passing: Promise<void> | null = null;
  const passOnce = (): Promise<void> => {
    passing ??= pass().finally(() => {
      passing = null;
    });
    return passing;
  };

  async function loop(): Promise<void> {
    while (!ended) {
      // The log reports once that the database is away (storage/presence.ts).
      await passOnce().catch((err) => log.debug({ err }, 'no look at the content of the other processes'));
      await pause(times.lookMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
    }
  }
  /** Looks go on while a large folder is loaded. */
  async function keepLooking(): Promise<void> {
    while (!ended) {
      await pause(times.lookMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      if (passing && !ended) await look().catch(() => {});
    }
  }

  return {
    async join() {
      await leave(db, { name });
      const before = await report(db, standing(), times);
      carriedOut = before.asked;
      await agree(db, standing(), times, () => packContent(dir, shows()));
      const agreed = await report(db, standing(), times);
      seen = agreed;
      const { version } = agreed;
      if (version === null || version === shows()) {
        await until(agreed.dueAt);
        seenAt = performance.now();
        return;
      }
      const folder = shows();
      const loaded = await copied(version).catch((err) => {
        log.error({ err }, 'the content of the other processes cannot be read');
        return null;
      });
      if (!loaded) {
        await leave(db, { id }).catch(() => {});
        const reason = `the other processes show content ${version.slice(0, 12)}, this folder has ${folder.slice(0, 12)}: copy theirs here, or end them`;
        throw new ContentRefused([{ file: '.', line: 1, reason }]);
      }
      log.warn({ folder, shown: version }, 'the other processes show other content than this folder has');
      const mine = store.loaded();
      await until(agreed.dueAt);
      (await store.prepare(loaded)).show();
      own = { loaded: mine, ready: null, since: clock() };
      seenAt = performance.now();
    },
    run(tell) {
      onNew = tell;
      void loop();
      void keepLooking();
    },
    async reload() {
      isAskWanted = true;
      // A pass under way may already be past the question.
      await passing?.catch(() => {});
      await passOnce().catch((err) =>
        log.warn({ err }, 'the content is loaded again when the database is back'),
      );
    },
    current() {
      const now = performance.now();
      if (moment && now < moment.at) return now < moment.at - times.heldMs ? null : until(moment.at);
      if (moment && next?.version === moment.version) {
        show(next);
        return null;
      }
      const isSure = !moment && now - seenAt < times.leaseMs;
      if (isSure || isBlind || lacking !== null || ended) return null;
      const patience = pause(times.patienceMs, 'late', { ref: false });
      return Promise.race([look(), patience]).then(
        (outcome) => {
          if (outcome === 'late') isBlind = true;
        },
        () => {
          isBlind = true;
        },
      );
    },
    processes: () => seen?.processes ?? [],
    waitingSeconds: () => (own === null ? 0 : (clock() - own.since) / 1000),
    fault: () => (lacking === null ? null : `lacks content ${lacking.slice(0, 12)}, which the others show`),
    async stop() {
      ended = true;
      stopping.abort();
      if (moment) clearTimeout(moment.timer);
      await looking?.catch(() => {});
      await leave(db, { id });
    },
  };
}

const until = async (at: number): Promise<void> => {
  const ms = at - performance.now();
  if (ms > 0) await pause(ms);
};
