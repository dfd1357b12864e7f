import type { ActorStatus, StateNames } from '#contract/inspection.ts';

/** An actor of a window: a running workflow, or a call of one. */
export type Actor = {
  /** Unique over windows and their pages. */
  key: string;
  window: string;
  page: number;
  parent: string | null;
  /** Name of the machine, or of the call. */
  name: string;
  /** Hash of the machine's drawing; null for an actor that is no machine. */
  drawing: string | null;
};

/** State of an actor. */
export type Standing = {
  actor: Actor;
  status: ActorStatus;
  value: StateNames | null;
  /** Ids of the arrows that the actor's last event has taken. */
  arrows: readonly string[];
};

/** An event, with its consequence once it is known. */
export type Entry = {
  /** Moment of the event, milliseconds since 1970. */
  at: number;
  actor: string;
  /** The actor that the entry begins; absent for any other entry. */
  born?: Actor;
  /** The actor that sent the event; null for the window itself. */
  source: string | null;
  /** Type of the event; null for an entry without one, as at the beginning. */
  event: string | null;
  status: ActorStatus | null;
  value: StateNames | null;
  arrows: readonly string[];
};

/** Reports of a window: the states of its actors, and the events since. */
export type Recording = {
  /** States before the first entry. */
  base: readonly Standing[];
  entries: readonly Entry[];
  /** Number of older entries that are kept no longer. */
  dropped: number;
};

export const EMPTY: Recording = { base: [], entries: [], dropped: 0 };

/** Number of entries that are kept; older ones fall away. */
export const MAX_ENTRIES = 2_000;
/** Number of ended actors that are kept, once their entries are gone. */
const MAX_ENDED = 100;

/** The states of all actors after the first `position` entries. */
export function standingsAt({ base, entries }: Recording, position: number): Map<string, Standing> {
  const standings = new Map(base.map((standing) => [standing.actor.key, standing]));
  for (const entry of entries.slice(0, position)) apply(standings, entry);
  return standings;
}

function apply(standings: Map<string, Standing>, entry: Entry): void {
  const before = standings.get(entry.actor);
  const actor = entry.born ?? before?.actor;
  if (!actor) return;
  standings.set(entry.actor, {
    actor,
    status: entry.status ?? before?.status ?? 'active',
    value: entry.value ?? before?.value ?? null,
    arrows: entry.status === null ? (before?.arrows ?? []) : entry.arrows,
  });
}

/**
 * The nearest positions before and after `position` at which an actor has just taken an arrow; null for a side without
 * one.
 */
export function movesAround(
  { entries }: Recording,
  position: number,
  actor: string,
): { back: number | null; forth: number | null } {
  const hasMoved = (entry: Entry) => entry.actor === actor && entry.arrows.length > 0;
  const back = entries.slice(0, Math.max(0, position - 1)).findLastIndex(hasMoved);
  const forth = entries.findIndex((entry, index) => index >= position && hasMoved(entry));
  return { back: back < 0 ? null : back + 1, forth: forth < 0 ? null : forth + 1 };
}

/** Lets the oldest entries fall away; their effects stay. */
export function bounded(recording: Recording, max = MAX_ENTRIES): Recording {
  const tooMany = recording.entries.length - max;
  if (tooMany <= 0) return recording;
  const standings = [...standingsAt(recording, tooMany).values()];
  const ended = standings.filter(({ status }) => status !== 'active');
  const forgotten = new Set(ended.slice(0, Math.max(0, ended.length - MAX_ENDED)));
  return {
    base: standings.filter((standing) => !forgotten.has(standing)),
    entries: recording.entries.slice(tooMany),
    dropped: recording.dropped + tooMany,
  };
}
