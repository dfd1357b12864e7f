import type { Locale } from '#domain/locale.ts';
import { allMachines } from '#machines/all-machines.ts';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { drawingHash } from '#machines/drawing/drawing-hash.ts';
import { machineWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import type { WorkshopTexts } from '../texts.ts';
import type { Actor, Entry, Standing } from './recording.ts';
import { leafPaths } from './states-of.ts';

export const machineOf = ({ name, drawing }: Actor): DescribedMachine | null =>
  drawing === null ? null : (workflows.get(name) ?? null);

const machines: Readonly<Record<string, (typeof allMachines)[keyof typeof allMachines]>> = allMachines;

/** Whether the window was built from other drawings than this page. */
export function isOfOtherBuild({ name, drawing }: Actor): boolean {
  const own = machines[name];
  return drawing !== null && (!own || drawingHash(own) !== drawing);
}

/** The event in an arrow's id: `EDITING form.completed#2`. */
export const eventIn = (id: string): string => id.slice(id.indexOf(' ') + 1).replace(/#\d+$/, '');

/** Types of events that XState makes and no drawing has, and the type `other` for an event that no machine declares. */
const UNDRAWN = [
  ['xstate.init', 'init'],
  ['xstate.stop', 'stop'],
  ['xstate.snapshot', 'snapshot'],
  ['xstate.promise.resolve', 'resolved'],
  ['xstate.promise.reject', 'rejected'],
  ['xstate.done', 'done'],
  ['xstate.error', 'error'],
  ['xstate.after', 'after'],
  ['other', 'other'],
] as const;

/** The numbers of windows, in the order in which they first sent something. */
export function windowNumbers(standings: ReadonlyMap<string, Standing>): ReadonlyMap<string, number> {
  const windows = new Set([...standings.values()].map(({ actor }) => actor.window));
  return new Map([...windows].map((window, index) => [window, index + 1]));
}

/** Words for actors and events. */
export function liveWords(locale: Locale, t: WorkshopTexts, standings: ReadonlyMap<string, Standing>) {
  const actorOf = (key: string | null) => (key === null ? undefined : standings.get(key)?.actor);
  const nameOf = (actor: Actor): string => {
    const machine = machineOf(actor);
    if (machine) return machineWords(machine, locale).title;
    const parent = actorOf(actor.parent);
    const caller = parent && machineOf(parent);
    // A window of another build may have calls without words.
    const isKnown = caller?.states.some(({ calls }) => calls.includes(actor.name)) ?? false;
    return caller && isKnown ? machineWords(caller, locale).call(actor.name) : actor.name;
  };
  const numbers = windowNumbers(standings);
  const windowOf = ({ window }: Actor) => t('live.window', { number: numbers.get(window) ?? 0 });
  /** The name of an actor, with its window if there are several. */
  const nameAmongWindows = (actor: Actor): string =>
    numbers.size > 1 ? `${nameOf(actor)} (${windowOf(actor)})` : nameOf(actor);
  const undrawn = (event: string): string | null => {
    const own = UNDRAWN.find(([type]) => event === type || event.startsWith(`${type}.`));
    return own ? t(`live.undrawn.${own[1]}`) : null;
  };
  return {
    nameOf,
    windowOf,
    nameAmongWindows,
    placeAt: (key: string | null): string => {
      const actor = actorOf(key);
      return actor ? nameAmongWindows(actor) : t('live.person');
    },
    nameAt: (key: string | null): string => {
      const actor = actorOf(key);
      return actor ? nameOf(actor) : t('live.person');
    },
    event(entry: Entry): string | null {
      if (entry.born) return t('live.started');
      const actor = actorOf(entry.actor);
      const machine = actor && machineOf(actor);
      if (entry.event === null) return null;
      if (!machine) return undrawn(entry.event);
      const taken = machine.arrows.find(({ id }) => entry.arrows.includes(id) && eventIn(id) === entry.event);
      const arrow = taken ?? machine.arrows.find(({ id }) => eventIn(id) === entry.event);
      return arrow ? machineWords(machine, locale).event(arrow) : undrawn(entry.event);
    },
    states({ actor, value, status }: Pick<Standing, 'actor' | 'value' | 'status'>): string {
      const machine = machineOf(actor);
      const titles = machine ? leafPaths(value).map((path) => machineWords(machine, locale).state(path)) : [];
      const ended = status === 'active' ? [] : [t(`live.status.${status}`)];
      return [...titles, ...ended].join(', ');
    },
    /** The states of its actor after an entry; empty while they are unknown. */
    statesAfter({ actor: key, value, status }: Entry): string {
      const actor = actorOf(key);
      return actor && status !== null ? this.states({ actor, value, status }) : '';
    },
    actorOf,
  };
}

export type LiveWords = ReturnType<typeof liveWords>;
