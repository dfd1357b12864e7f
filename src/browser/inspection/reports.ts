import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { ActorRefLike } from 'xstate';
import type { ActorStatus, InspectionReport, StateNames } from '#contract/inspection.ts';
import { type Arrow, watchArrows } from '#machines/drawing/arrows.ts';
import { drawingHash } from '#machines/drawing/drawing-hash.ts';
import { eventTypes, machineOf, nameOf, parentOf, rootOf, statesIn, statusOf } from './encode.ts';
import type { Inspect } from './inspected-key.ts';
import type { InspectedWindow } from './window-id.ts';

/** Facts of a report that the package does not know. */
type Beside = { rootId: string; arrows?: string[]; drawing?: string | null; isReplayed?: boolean };

/**
 * Turns the events in a system of actors into reports. Data that may be reported is copied member by member: before it
 * is given to the package, which makes the events of the protocol, and again from the package's result.
 * @param report receives data that anybody may read
 */
export function createReports(
  { window, page }: InspectedWindow,
  report: (report: InspectionReport) => void,
): {
  inspect: Inspect;
  /** Reports the actors that are there again, with their states. */
  replay: () => void;
} {
  const types = eventTypes();
  const present = new Map<string, ActorRefLike>();
  const taken = new Map<string, Arrow[]>();
  let seq = 0;
  let beside: Beside = { rootId: '' };

  const inspector = createInspector({
    send: (event) => {
      seq += 1;
      report({ ...allowed(event, beside), id: `${window} ${page} ${seq}`, window, page, seq });
    },
  });
  const tell = (actor: ActorRefLike, also: Omit<Beside, 'rootId'>, say: () => void) => {
    beside = { ...also, rootId: rootOf(actor).sessionId };
    say();
  };

  const tellActor = (actor: ActorRefLike, isReplayed: boolean) => {
    const machine = machineOf(actor);
    const parent = parentOf(actor);
    const told = {
      sessionId: actor.sessionId,
      logic: { config: { id: nameOf(actor) } },
      ...(parent && { _parent: { sessionId: parent.sessionId } }),
    };
    // A new actor cannot be read yet; its first snapshot follows.
    const snapshot = isReplayed ? actor.getSnapshot() : undefined;
    tell(actor, { drawing: machine && drawingHash(machine), isReplayed }, () =>
      inspector.actor(told as unknown as ActorRefLike, {
        status: statusOf(snapshot),
        value: statesIn(actor, snapshot),
      }),
    );
  };

  return {
    replay: () => {
      for (const actor of present.values()) tellActor(actor, true);
    },
    inspect: (event) => {
      const { actorRef: actor } = event;
      const machine = machineOf(actor);
      switch (event.type) {
        case '@xstate.actor':
          if (machine) types.see(machine);
          present.set(actor.sessionId, actor);
          tellActor(actor, false);
          return;
        case '@xstate.event':
          tell(actor, {}, () =>
            inspector.event(
              actor.sessionId,
              { type: types.typeOf(event.event) },
              event.sourceRef && { source: event.sourceRef.sessionId },
            ),
          );
          return;
        case '@xstate.microstep': {
          if (machine === null) return;
          const arrows = taken.get(actor.sessionId) ?? [];
          taken.set(actor.sessionId, arrows);
          watchArrows(machine, arrows)(event);
          return;
        }
        case '@xstate.snapshot': {
          const status = statusOf(event.snapshot);
          tell(actor, { arrows: (taken.get(actor.sessionId) ?? []).map(({ id }) => id) }, () =>
            inspector.snapshot(
              actor.sessionId,
              { status, value: statesIn(actor, event.snapshot) },
              { event: { type: types.typeOf(event.event) } },
            ),
          );
          taken.delete(actor.sessionId);
          if (status !== 'active') present.delete(actor.sessionId);
        }
      }
    },
  };
}

/** The members of an event of the protocol that may leave the window; all others stay. */
function allowed(
  event: StatelyInspectionEvent,
  { rootId, arrows = [], drawing = null, isReplayed = false }: Beside,
) {
  const { sessionId, createdAt, _version } = event;
  const always = { sessionId, rootId, createdAt, _version };
  switch (event.type) {
    case '@xstate.actor': {
      const { type, name, parentId, snapshot } = event;
      return { ...always, type, name, parentId, drawing, isReplayed, snapshot: standing(snapshot) };
    }
    case '@xstate.event': {
      const { type, sourceId } = event;
      return { ...always, type, sourceId, event: { type: event.event.type } };
    }
    case '@xstate.snapshot': {
      const { type, snapshot } = event;
      return { ...always, type, event: { type: event.event.type }, snapshot: standing(snapshot), arrows };
    }
  }
}

/** The parts of a snapshot that are reported: neither context nor output nor error. */
const standing = ({ status = 'active', value }: { status?: ActorStatus; value?: StateNames | null }) => ({
  status,
  ...(value && { value }),
});
