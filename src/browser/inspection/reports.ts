import { createInspector } from '@statelyai/inspect';
import type { ActorRefLike } from 'xstate';
import type { InspectionReport } from '#contract/inspection.ts';
import { type Arrow, watchArrows } from '#machines/drawing/arrows.ts';
import { drawingHash } from '#machines/drawing/drawing-hash.ts';
import { eventTypes, machineOf, nameOf, parentOf, statesIn, statusOf } from './encode.ts';
import type { Inspect } from './inspected-key.ts';
import type { InspectedWindow } from './window-id.ts';

type Serialize = NonNullable<NonNullable<Parameters<typeof createInspector>[1]>['serialize']>;
type ProtocolEvent = Parameters<Serialize>[0];
/** What reports have beyond the protocol. */
type Beside = { arrows?: string[]; drawing?: string | null; isReplayed?: boolean };

/**
 * Turns what happens in a system of actors into reports. What may be told is copied member by member: before it is
 * given to the package, which makes the events of the protocol, and again from what the package has made.
 * @param report receives what can be told to anybody
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
  let beside: Beside = {};

  const inspector = createInspector(
    { send: (event) => report(event as unknown as InspectionReport) },
    {
      serialize: (event) => {
        seq += 1;
        return { ...allowed(event, beside), window, page, seq } as unknown as ProtocolEvent;
      },
    },
  );
  const tell = (also: Beside, say: () => void) => {
    beside = also;
    say();
  };

  const tellActor = (actor: ActorRefLike, isReplayed: boolean) => {
    const machine = machineOf(actor);
    const parent = parentOf(actor);
    const told = {
      sessionId: actor.sessionId,
      logic: { config: { id: nameOf(actor) } },
      ...(parent !== null && { _parent: { sessionId: parent } }),
    };
    // A new one cannot be read yet; its first snapshot follows.
    const snapshot = isReplayed ? actor.getSnapshot() : undefined;
    tell({ drawing: machine && drawingHash(machine), isReplayed }, () =>
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
          tell({}, () =>
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
          tell({ arrows: (taken.get(actor.sessionId) ?? []).map(({ id }) => id) }, () =>
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
function allowed(event: ProtocolEvent, { arrows = [], drawing = null, isReplayed = false }: Beside): object {
  const { type, sessionId, createdAt, _version } = event;
  const always = { type, sessionId, createdAt, _version };
  switch (event.type) {
    case '@xstate.actor': {
      const { status, value } = event.snapshot;
      const { name, parentId = null } = event;
      return { ...always, name, parentId, drawing, isReplayed, snapshot: { status, value } };
    }
    case '@xstate.event':
      return { ...always, sourceId: event.sourceId ?? null, event: { type: event.event.type } };
    case '@xstate.snapshot': {
      const { status, value } = event.snapshot as { status: string; value?: unknown };
      return { ...always, event: { type: event.event.type }, snapshot: { status, value }, arrows };
    }
  }
}
