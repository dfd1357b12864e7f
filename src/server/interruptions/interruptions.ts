import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Interrupted, ShownInterruption } from '#domain/interruption.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Database } from '#server/storage/database.ts';
import { asOf, type InterruptionRow, readInterruptions, uninterrupted, writeAsOf } from './row.ts';

/** Time after which every process knows what an operator has said to another one. */
const LOOK_MS = 1_000;

/**
 * The interruptions as this process knows them (docs/decisions/0113-interruptions.md): read once a second, so that no
 * request costs a statement. While the database is away they stay as they were.
 */
export type Interruptions = {
  /** Reads them now. @throws when the database is away */
  look(): Promise<void>;
  /** Reads them from now on each second. */
  run(): void;
  stop(): void;
  /** Returns how a thing stands now. */
  of(what: Interrupted): InterruptionRow;
  /** Returns those of which something is said now, with who said it. */
  standing(): InterruptionRow[];
  /** Returns those of which people are told now: the same list until one of them changes. */
  shown(): readonly ShownInterruption[];
  /** Returns a short text that is the same in all processes, and changes with what is shown. */
  mark(): string;
};

/** @param about where they are stored, and the clock that begins and ends them */
export function createInterruptions({
  db,
  now,
  log,
  isAlone,
}: {
  db: Database;
  now: () => Date;
  log: FastifyBaseLogger;
  /** Whether no other process can use the database. */
  isAlone: boolean;
}): Interruptions {
  let rows: readonly InterruptionRow[] = [];
  let shown: { list: readonly ShownInterruption[]; mark: string } = { list: [], mark: '' };
  const stopping = new AbortController();

  const shownNow = () => {
    const at = now();
    const list = rows.flatMap((row) => shownOf(asOf(row, at)));
    const mark = markOf(list);
    if (mark !== shown.mark) shown = { list, mark };
    return shown;
  };

  const look = async () => {
    rows = await readInterruptions(db);
    const at = now();
    for (const row of rows) {
      const present = asOf(row, at);
      if (present !== row) await writeAsOf(db, present);
    }
  };

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(LOOK_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      // The log reports once that the database is away (storage/presence.ts).
      await look().catch((err) => log.debug({ err }, 'no look at the interruptions'));
    }
  }

  return {
    look,
    run() {
      // What this process itself says it reads at once, and there is nobody else.
      if (!isAlone) void loop();
    },
    stop: () => stopping.abort(),
    of: (what) => asOf(rows.find((row) => row.what === what) ?? uninterrupted(what), now()),
    standing: () => {
      const at = now();
      return rows.map((row) => asOf(row, at)).filter(({ state }) => state !== 'none');
    },
    shown: () => shownNow().list,
    mark: () => shownNow().mark,
  };
}

/** Refuses what is interrupted, with the sentence for people. @throws ProblemError interrupted */
export function assertGoesOn(
  { interruptions }: { interruptions: Pick<Interruptions, 'of'> },
  what: Interrupted,
): void {
  const { state, context } = interruptions.of(what);
  if (state === 'inForce' && context.said)
    throw new ProblemError('interrupted', { sentence: context.said.sentence });
}

const shownOf = ({ what, state, context: { said } }: InterruptionRow): ShownInterruption[] =>
  state === 'none' || said === null
    ? []
    : [{ what, state, sentence: said.sentence, from: said.from, until: said.until }];

const markOf = (list: readonly ShownInterruption[]): string =>
  list.length === 0 ? '' : createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 12);
