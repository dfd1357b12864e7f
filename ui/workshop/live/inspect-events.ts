import type { AnyStateMachine } from 'xstate';
import * as z from 'zod';
import { actorStatuses, type InspectionReport, type StateNames } from '#contract/inspection.ts';
import { allMachines } from '#machines/all-machines.ts';
import { drawingHash } from '#machines/drawing/drawing-hash.ts';
import { drawingJson } from '#machines/drawing/drawing-json.ts';
import { workflows } from '../machines.ts';
import { inFull } from './in-full.ts';
import { type Actor, EMPTY, type Recording, type Standing } from './recording.ts';
import { activePaths } from './states-of.ts';
import { takeReports } from './take-reports.ts';

/** Version of the protocol that the reports have. */
const VERSION = '0.7.2';

const machines: Readonly<Record<string, AnyStateMachine>> = allMachines;

/** A recording as the reports that it was made of. */
export function reportsOf({ base, entries }: Recording): InspectionReport[] {
  const parents = new Map<string, string | null>();
  const rootOf = (key: string): string => {
    const parent = parents.get(key);
    return parent ? rootOf(parent) : key;
  };
  const reports: InspectionReport[] = [];
  const always = ({ key, window, page }: Actor, at: number) => ({
    window,
    page,
    seq: reports.length + 1,
    id: `${window} ${page} ${reports.length + 1}`,
    sessionId: key,
    rootId: rootOf(key),
    createdAt: String(at),
    _version: VERSION,
  });
  const actors = new Map<string, Actor>();
  const begin = (actor: Actor, at: number, snapshot: { status: Standing['status']; value?: StateNames }) => {
    actors.set(actor.key, actor);
    parents.set(actor.key, actor.parent);
    reports.push({
      ...always(actor, at),
      type: '@xstate.actor',
      name: actor.name,
      drawing: actor.drawing,
      parentId: actor.parent ?? undefined,
      snapshot,
      isReplayed: false,
    });
  };
  const standing = (status: Standing['status'], value: StateNames | null) => ({
    status,
    ...(value !== null && { value }),
  });
  for (const { actor, status, value } of base) begin(actor, entries[0]?.at ?? 0, standing(status, value));
  for (const { at, actor: key, born, source, event, status, value, arrows } of entries) {
    if (born) begin(born, at, standing(status ?? 'active', value));
    const actor = actors.get(key);
    if (born || !actor || event === null) continue;
    const sourceId = source ?? undefined;
    reports.push({ ...always(actor, at), type: '@xstate.event', sourceId, event: { type: event } });
    if (status === null) continue;
    reports.push({
      ...always(actor, at),
      type: '@xstate.snapshot',
      event: { type: event },
      snapshot: standing(status, value),
      arrows: [...arrows],
    });
  }
  return reports;
}

/** A recording as a list of events of the protocol, for other viewers. */
export const writeEvents = (recording: Recording): string =>
  JSON.stringify(reportsOf(recording).map(inFull), null, 1);

const name = z.string().max(200);
const value: z.ZodType<StateNames> = z.lazy(() => z.union([name, z.record(name, value)]));
// What else an event has, such as the data of an application, is not read.
const snapshot = z.object({
  status: z.enum(actorStatuses).default('active'),
  value: value.optional().catch(undefined),
});
const always = { sessionId: name, createdAt: z.string().regex(/^\d{1,16}$/) };
const typed = z.object({ type: name });
const eventOfOthers = z.discriminatedUnion('type', [
  z.object({
    ...always,
    type: z.literal('@xstate.actor'),
    name,
    parentId: name.optional(),
    definition: z.string().optional(),
    snapshot: snapshot.catch({ status: 'active', value: undefined }),
  }),
  z.object({ ...always, type: z.literal('@xstate.event'), sourceId: name.optional(), event: typed }),
  z.object({
    ...always,
    type: z.literal('@xstate.snapshot'),
    event: typed,
    snapshot,
    arrows: z.array(name).optional(),
  }),
]);
const file = z.array(eventOfOthers).min(1).max(100_000);

/**
 * Reads events of the protocol, of this workshop or of another sender, such as an adapter of `@statelyai/inspect`. Only
 * names, states, types and times are taken.
 * @returns null for anything else
 */
export function readEvents(json: unknown): Recording | null {
  const read = file.safeParse(json);
  if (!read.success) return null;
  const known: Known = { names: new Map(), states: new Map() };
  return takeReports(
    EMPTY,
    read.data.map((event, index) => reportOf(event, index + 1, known)),
  );
}

type Told = z.output<typeof eventOfOthers>;
/** Names and present states of the actors, by their ids. */
type Known = { names: Map<string, string>; states: Map<string, StateNames> };

/** An event of the protocol as a report of a window that is a file. */
function reportOf(event: Told, seq: number, { names, states }: Known): InspectionReport {
  const { sessionId, createdAt } = event;
  const own = {
    window: 'file',
    page: 1,
    seq,
    id: `file 1 ${seq}`,
    sessionId,
    rootId: sessionId,
    createdAt,
    _version: VERSION,
  };
  switch (event.type) {
    case '@xstate.actor': {
      names.set(sessionId, event.name);
      if (event.snapshot.value !== undefined) states.set(sessionId, event.snapshot.value);
      const drawing = drawingIn(event.name, event.definition);
      const { status, value: now } = event.snapshot;
      const told = { status, ...(now !== undefined && { value: now }) };
      return {
        ...own,
        type: event.type,
        name: event.name,
        drawing,
        parentId: event.parentId,
        snapshot: told,
        isReplayed: false,
      };
    }
    case '@xstate.event':
      return { ...own, type: event.type, sourceId: event.sourceId, event: event.event };
    case '@xstate.snapshot': {
      const { status, value: now } = event.snapshot;
      const before = states.get(sessionId) ?? null;
      const arrows =
        event.arrows ?? guessedArrows(names.get(sessionId) ?? '', event.event.type, before, now ?? null);
      if (now !== undefined) states.set(sessionId, now);
      const told = { status, ...(now !== undefined && { value: now }) };
      return { ...own, type: event.type, event: event.event, snapshot: told, arrows };
    }
  }
}

/** The drawing of an actor that runs a workflow of the portal; of another version where its definition is another. */
function drawingIn(actor: string, definition: string | undefined): string | null {
  const machine = machines[actor];
  if (!machine || definition === undefined) return null;
  return definition === drawingJson(machine) ? drawingHash(machine) : 'another';
}

/** The arrow that may have been taken, for senders that do not tell: of the innermost state that fits. */
function guessedArrows(
  machine: string,
  event: string,
  before: StateNames | null,
  after: StateNames | null,
): string[] {
  const [from, to] = [activePaths(before), activePaths(after)];
  const fitting = (workflows.get(machine)?.arrows ?? []).filter(
    (arrow) =>
      arrow.cause.kind === 'event' &&
      arrow.cause.name === event &&
      (arrow.from === '' || from.includes(arrow.from)) &&
      arrow.to.length > 0 &&
      arrow.to.every((target) => to.includes(target)),
  );
  const [innermost] = fitting.toSorted((one, other) => other.from.length - one.from.length);
  return innermost ? [innermost.id] : [];
}
