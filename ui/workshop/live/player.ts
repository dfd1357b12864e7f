import type { InspectionReport } from '#contract/inspection.ts';
import { EMPTY, type Recording, standingsAt } from './recording.ts';
import { activePaths } from './states-of.ts';
import { takeReports } from './take-reports.ts';

export type Player = {
  /** Reports of the windows of this browser. */
  live: Recording;
  /** Recording from a file, which is shown instead. */
  imported: Recording | null;
  /** Number of entries that count as having happened; null follows the windows. */
  position: number | null;
  /** State at which the player stops; null follows the windows on and on. */
  stop: Stop | null;
  /** Windows that are open, with the page that they show. */
  windows: ReadonlyMap<string, number>;
};

/** A state of a workflow. */
export type Stop = { machine: string; path: string };

export type PlayerAction =
  | { type: 'reported'; reports: readonly InspectionReport[] }
  | { type: 'windowPresent'; window: string; page: number }
  | { type: 'windowLeft'; window: string; page: number }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'stepped'; by: number }
  | { type: 'moved'; to: number }
  | { type: 'imported'; recording: Recording; step?: number }
  | { type: 'stopSet'; stop: Stop | null }
  | { type: 'importLeft' };

export const NEW_PLAYER: Player = {
  live: EMPTY,
  imported: null,
  position: null,
  stop: null,
  windows: new Map(),
};

export const shownRecording = ({ imported, live }: Player): Recording => imported ?? live;

/** Number of entries of the shown recording that have happened. */
export function positionOf(player: Player): number {
  const { length } = shownRecording(player).entries;
  return Math.min(player.position ?? length, length);
}

export function play(player: Player, action: PlayerAction): Player {
  switch (action.type) {
    case 'reported':
      return withReports(player, action.reports);
    case 'windowPresent':
      return { ...player, windows: new Map([...player.windows, [action.window, action.page]]) };
    case 'windowLeft': {
      // The next page may have announced itself before the last one is gone.
      if (player.windows.get(action.window) !== action.page) return player;
      return {
        ...player,
        windows: new Map([...player.windows].filter(([window]) => window !== action.window)),
      };
    }
    case 'paused':
      return { ...player, position: positionOf(player) };
    case 'resumed':
      return { ...player, position: null };
    case 'stepped':
      return at(player, positionOf(player) + action.by);
    case 'moved':
      return at(player, action.to);
    case 'imported':
      return at({ ...player, imported: action.recording }, action.step ?? action.recording.entries.length);
    case 'stopSet':
      return { ...player, stop: action.stop };
    case 'importLeft':
      return { ...player, imported: null, position: null };
  }
}

const at = (player: Player, position: number): Player => ({
  ...player,
  position: Math.max(0, Math.min(shownRecording(player).entries.length, position)),
});

/** Adds reports; people who look at an earlier moment keep it while entries before it fall away. */
function withReports(player: Player, reports: readonly InspectionReport[]): Player {
  const live = takeReports(player.live, reports);
  if (player.imported !== null) return { ...player, live };
  if (player.position === null) return { ...player, live, position: stopIn(player, live) };
  return { ...player, live, position: Math.max(0, player.position - (live.dropped - player.live.dropped)) };
}

/** The position at which a new entry reaches the state to stop at; null when none does. */
function stopIn({ stop, live: before }: Player, live: Recording): number | null {
  if (stop === null) return null;
  const known = new Set(before.entries);
  const standings = standingsAt(live, live.entries.length);
  const index = live.entries.findIndex(
    (entry) =>
      !known.has(entry) &&
      entry.arrows.length > 0 &&
      standings.get(entry.actor)?.actor.name === stop.machine &&
      activePaths(entry.value).includes(stop.path),
  );
  return index < 0 ? null : index + 1;
}
