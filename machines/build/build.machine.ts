import { type AnyActorRef, assign, enqueueActions, setup } from 'xstate';
import { isOver } from '../kit/deadline.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutEvent } from '../kit/params.ts';
import { idleWatcher, placeholder } from '../kit/placeholders.ts';
import type { BuildContext, BuildEvent, BuildInput, BuildReport } from './build.types.ts';

/** Pause after the page has become idle (spec section 9, build check). */
const SETTLING_MS = 1_000;
/** Shortest time between two checks of a tab that comes back into view. */
const RECHECK_MS = 300_000;
/** Time in which a path is reloaded for a lost script at most once (spec section 9, chunk-load reload guard). */
const RELOAD_GUARD_MS = 10_000;
/** Time after which the input is safe or cannot be saved; counted from the last part of a file that was sent. */
const SECURING_MS = 5_000;
/** A page still here after this time was not reloaded. */
const RELOADING_MS = 10_000;

const title = titles('build');
const newVersion: BuildReport = {
  type: 'notification.raised',
  notification: { type: 'info', key: 'common:newVersion' },
};

/**
 * The build that the page was made of (spec section 4, failed script chunk load, new version detection). `version`
 * detects a newer one: the person reads about it once, and the next page is loaded in full. `scripts` repairs a page
 * whose script is missing by reloading it, never losing input and never in a loop.
 */
export const buildMachine = setup({
  types: {
    context: {} as BuildContext,
    events: {} as BuildEvent,
    input: {} as BuildInput,
    meta: {} as FlowMeta,
  },
  actors: {
    /** Ends once the page is idle. */
    awaitIdle: placeholder<void>('awaitIdle'),
    /** The id of the newest build. */
    fetchLatest: placeholder<string>('fetchLatest'),
    /** Sends `tab.returned`. */
    watchTab: idleWatcher(),
    /** Returns when the path was last reloaded, in ms since the epoch; null when it never was. */
    recallReload: placeholder<number | null, { path: string }>('recallReload'),
    /** Ends once no input would be lost; fails if some would. Sends `input.moved` to `progress`. */
    secureInput: placeholder<void, { progress: AnyActorRef }>('secureInput'),
    /** Records the reload and reloads the page; fails, without reloading, if the record cannot be stored. */
    reloadPage: placeholder<void, { path: string; at: number }>('reloadPage'),
  },
  actions: {
    keepLatest: assign(({ context }, latest: string) => ({
      latest,
      checkedAt: context.now(),
    })),
    noteCheck: assign(({ context }) => ({ checkedAt: context.now() })),
    keepPath: assign((_, { path }: { path: string }) => ({ lostPath: path })),
    tellParent: enqueueActions(({ context, enqueue }, report: BuildReport) => {
      if (context.parent) enqueue.sendTo(context.parent, report);
    }),
  },
  guards: {
    buildIsKnown: ({ context }) => context.own !== null,
    buildDiffers: ({ context }, latest: string) => context.own !== latest,
    checkIsDue: ({ context }, { at }: { at: number }) => isOver(context.checkedAt + RECHECK_MS, at),
    reloadIsPermitted: ({ context }, last: number | null) =>
      last === null || isOver(last + RELOAD_GUARD_MS, context.now()),
  },
  delays: {
    untilSettled: SETTLING_MS,
    untilUnsecured: SECURING_MS,
    untilGivenUp: RELOADING_MS,
  },
}).createMachine({
  id: 'build',
  context: ({ input }) => ({
    parent: input.parent ?? null,
    own: input.own,
    latest: null,
    checkedAt: 0,
    lostPath: null,
    now: input.now,
  }),
  type: 'parallel',
  states: {
    version: {
      meta: title('version'),
      initial: 'starting',
      invoke: { src: 'watchTab' },
      states: {
        starting: {
          meta: title('starting'),
          always: [{ guard: 'buildIsKnown', target: 'busy' }, { target: 'unwatched' }],
        },
        unwatched: { meta: title('unwatched') },
        busy: {
          meta: title('busy'),
          invoke: { src: 'awaitIdle', onDone: 'settling', onError: 'settling' },
        },
        settling: { meta: title('settling'), after: { untilSettled: 'checking' } },
        checking: {
          meta: title('checking'),
          invoke: {
            src: 'fetchLatest',
            onDone: [
              {
                guard: { type: 'buildDiffers', params: aboutAnswer },
                target: 'outdated',
                actions: [
                  { type: 'keepLatest', params: aboutAnswer },
                  { type: 'tellParent', params: newVersion },
                ],
              },
              { target: 'checked', actions: { type: 'keepLatest', params: aboutAnswer } },
            ],
            onError: { target: 'checked', actions: 'noteCheck' },
          },
        },
        checked: {
          meta: title('checked'),
          on: {
            'tab.returned': { guard: { type: 'checkIsDue', params: aboutEvent }, target: 'checking' },
          },
        },
        outdated: { meta: title('outdated') },
      },
    },
    scripts: {
      meta: title('scripts'),
      initial: 'intact',
      states: {
        intact: {
          meta: title('intact'),
          on: {
            'chunk.lost': { target: 'judging', actions: { type: 'keepPath', params: aboutEvent } },
          },
        },
        judging: {
          meta: title('judging'),
          invoke: {
            src: 'recallReload',
            input: ({ context }) => ({ path: context.lostPath! }),
            onDone: [
              { guard: { type: 'reloadIsPermitted', params: aboutAnswer }, target: 'securing' },
              { target: 'stuck' },
            ],
            onError: 'stuck',
          },
        },
        securing: {
          meta: title('securing'),
          initial: 'waiting',
          invoke: {
            src: 'secureInput',
            input: ({ self }) => ({ progress: self }),
            onDone: 'reloading',
            onError: 'stuck',
          },
          states: {
            waiting: {
              meta: title('waiting'),
              after: { untilUnsecured: '#build.scripts.stuck' },
              on: { 'input.moved': { target: 'waiting', reenter: true } },
            },
          },
        },
        reloading: {
          meta: title('reloading'),
          invoke: {
            src: 'reloadPage',
            input: ({ context }) => ({ path: context.lostPath!, at: context.now() }),
            onError: 'stuck',
          },
          after: { untilGivenUp: 'stuck' },
        },
        stuck: {
          meta: title('stuck'),
          on: {
            'chunk.lost': { target: 'judging', actions: { type: 'keepPath', params: aboutEvent } },
          },
        },
      },
    },
  },
});
