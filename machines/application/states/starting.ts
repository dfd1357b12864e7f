import { keepProblem } from '../../kit/params.ts';
import { keepProcess, offerQueryOf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** A service with its offer: start a new application or continue a draft. */
export const starting = applicationSetup.createStateConfig({
  meta: title('starting'),
  initial: 'recognising',
  // The draft found for the previous session is nobody else's.
  on: {
    'viewer.changed': { target: '.recognising', actions: { type: 'keepDraft', params: { draft: null } } },
  },
  states: {
    recognising: {
      meta: title('recognising'),
      tags: 'busy',
      always: [
        { guard: 'viewerHasSession', target: 'lookingForDraft' },
        { guard: 'viewerIsUnknown', target: 'waiting' },
        { target: 'offered' },
      ],
    },
    waiting: { meta: title('waiting'), tags: 'busy' },
    lookingForDraft: {
      meta: title('lookingForDraft'),
      tags: 'busy',
      invoke: {
        src: 'findDraft',
        input: ({ context }) => ({
          metadataId: context.offer!.metadataId,
          locale: context.locale,
        }),
        onDone: {
          target: 'found',
          actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.output }) },
        },
        onError: 'offered',
      },
    },
    found: {
      meta: title('found'),
      always: [
        { guard: 'cameBackWithoutDraft', target: 'creating', actions: 'forgetLogin' },
        { target: 'offered' },
      ],
    },
    offered: {
      meta: title('offered'),
      on: {
        'anonymous.chosen': { guard: 'anonymousIsAllowed', target: 'openingSession' },
        'account.chosen': { guard: 'accountMayStart', target: 'creating' },
        'draft.continued': {
          guard: 'draftIsPresent',
          target: 'continuing',
          actions: 'takeDraft',
        },
      },
    },
    continuing: {
      meta: title('continuing'),
      always: {
        target: '#application.progress.deciding',
        actions: {
          type: 'announceProcess',
          params: ({ context }) => ({ processId: context.process!.id }),
        },
      },
    },
    openingSession: {
      meta: title('openingSession'),
      tags: 'busy',
      entry: 'forgetProblem',
      on: { 'viewer.changed': {} },
      invoke: {
        src: 'openAnonymousSession',
        input: ({ context }) => ({ locale: context.locale }),
        onDone: 'creating',
        onError: { target: 'offered', actions: keepProblem },
      },
    },
    creating: {
      meta: title('creating'),
      tags: 'busy',
      entry: 'forgetProblem',
      on: { 'viewer.changed': {} },
      invoke: {
        src: 'startProcess',
        input: ({ context }) => ({
          metadataId: context.offer!.metadataId,
          area: offerQueryOf({ context }).area,
          handover: context.start.kind === 'service' ? context.start.handover?.id : undefined,
          locale: context.locale,
        }),
        onDone: {
          target: '#application.progress.deciding',
          actions: [
            keepProcess,
            { type: 'announceProcess', params: ({ event }) => ({ processId: event.output.id }) },
          ],
        },
        onError: { target: 'offered', actions: keepProblem },
      },
    },
  },
});
