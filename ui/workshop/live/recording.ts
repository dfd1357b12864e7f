import type { ActorStatus, StateNames } from '#contract/inspection.ts';

/** An actor of a window: a running workflow, or what one calls. */
export type Actor = {
  /** Unique over windows and their pages. */
  key: string;
  window: string;
  page: number;
  parent: string | null;
  /** Of the machine, or of the call. */
  name: string;
  /** Hash of the machine's drawing; null for what is no machine. */
  drawing: string | null;
};

/** Where an actor is. */
export type Standing = {
  actor: Actor;
  status: ActorStatus;
  value: StateNames | null;
  /** Ids of the arrows that its last event has taken. */
  arrows: readonly string[];
};

/** Something that happened, with its consequence once it is known. */
export type Entry = {
  /** Milliseconds since 1970. */
  at: number;
  actor: string;
  /** Present where the actor has begun. */
  born?: Actor;
  /** The actor that sent the event; null for the window itself. */
  source: string | null;
  /** Type of the event; null where there is none, as at the beginning. */
  event: string | null;
  status: ActorStatus | null;
  value: StateNames | null;
  arrows: readonly string[];
};

/** What a window has told: where its actors were, and what has happened since. */
export type Recording = {
  /** Before the first entry. */
  base: readonly Standing[];
  entries: readonly Entry[];
  /** Older entries that are kept no longer. */
  dropped: number;
};

export const EMPTY: Recording = { base: [], entries: [], dropped: 0 };

/** Entries kept; older ones fall away. */
export const MAX_ENTRIES = 2_000;
/** Actors that have ended are kept only in this number, once their entries are gone. */
const MAX_ENDED = 100;

/** Where all actors are after the first `position` entries. */
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

/** The nearest positions before and after `position` at which an actor has just taken an arrow; null where there is none. */
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

/** Lets the oldest entries fall away; what they have led to stays. */
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
