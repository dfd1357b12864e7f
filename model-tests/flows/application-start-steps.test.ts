import { describe, expect, it } from 'vitest';
import type { CallProblemCode } from '#domain/problem.ts';
import {
  selectAccount,
  selectDraft,
  selectHandedData,
  selectIsBelowLevel,
  selectOffer,
  selectOrigin,
  selectProblem,
  selectViewer,
} from '#machines/application/application.selectors.ts';
import type { ApplicationInput } from '#machines/application/application.types.ts';
import {
  anonymous,
  aProcess,
  aService,
  jo,
  kim,
  network,
  nobody,
  type OpenApplication,
  openApplication,
  seen,
} from './application-live.ts';
import { follow, type Step } from './follow.ts';
import { offer, processViews } from './process-views.ts';

const { created, editing } = processViews;
const offered = (about: object = {}): Step['0'] => ({
  answer: 'loadOffer',
  output: { offer: { ...offer, ...about }, areaName: 'Kiel' },
});
const back: Partial<ApplicationInput> = { ...kim, loginOutcome: 'SUCCESS' };

describe('an application begins', () => {
  it.each<[string, Partial<ApplicationInput>, string]>([
    ['for a service with its offer', {}, 'openingOffer'],
    ['for a service with its offer after a login, too', back, 'openingOffer'],
    ['as it is stored', { start: aProcess }, 'refreshing'],
    [
      'as it is stored after a login that failed',
      { start: aProcess, loginOutcome: 'FAILED' as never },
      'refreshing',
    ],
    ['by being handed over after a login', { start: aProcess, ...back }, 'takingOver'],
  ])('%s', (_, input, state) => {
    expect(openApplication(input).state()).toBe(state);
  });

  it('with what it is given', () => {
    const begun = { leiKaId: 'l', area: 'a' };
    const { context } = openApplication({ begun, ...kim });
    expect(context()).toMatchObject({
      start: aService,
      begun,
      ...kim,
      problem: null,
      windowIsBlocked: false,
    });
    expect(openApplication({ session: undefined as never }).context()).toMatchObject({
      begun: null,
      session: null,
    });
  });
});

describe('the offer', () => {
  it('is asked for with service, place and language', async () => {
    const live = openApplication();
    expect(live.calls('loadOffer')).toEqual([{ leiKaId: offer.leiKaId, area: '010020000000', locale: 'de' }]);
    await follow(live, [[offered(), 'starting.offered', { offer, areaName: 'Kiel', problem: null }]]);
    expect(selectOffer(live.snapshot() as never)).toEqual(offer);
  });

  it('that is none ends it', async () => {
    await follow(openApplication(), [
      [{ answer: 'loadOffer', output: { offer: null, areaName: 'Kiel' } }, 'notOffered', { offer: null }],
    ]);
  });

  it.each<[CallProblemCode, string]>([
    ['service-not-found', 'notOffered'],
    ['form-not-found', 'notOffered'],
    ['not-found', 'notOffered'],
    ['input-invalid', 'notOffered'],
    ['network', 'failed'],
    ['overloaded', 'failed'],
  ])('that is refused with %s leads to %s', async (code, state) => {
    const live = openApplication();
    await follow(live, [[{ refuse: 'loadOffer', error: { code } }, state]]);
    expect(selectProblem(live.snapshot() as never)).toEqual(state === 'failed' ? { code } : null);
  });

  it('is asked for again at a wish, when the network is back, and for another viewer', async () => {
    await follow(openApplication(), [
      [{ refuse: 'loadOffer', error: network }, 'failed', { problem: network }],
      [{ type: 'retry.requested' }, 'openingOffer', { problem: null }],
      [{ refuse: 'loadOffer', error: network }, 'failed', { problem: network }],
      [{ type: 'network.restored' }, 'openingOffer', { problem: null }],
      [{ refuse: 'loadOffer', error: network }, 'failed'],
      [seen(anonymous), 'openingOffer', { viewer: 'anonymous' }],
      [offered(), 'starting.lookingForDraft', { problem: null }],
    ]);
  });
});

describe('the start', () => {
  it('waits until it is known who is here', async () => {
    const live = openApplication({ viewer: 'unknown' });
    await follow(live, [
      [offered(), 'starting.waiting'],
      [seen(kim), 'starting.lookingForDraft', kim],
    ]);
    expect(live.calls('findDraft')).toEqual([{ metadataId: 'hundesteuer-kiel', locale: 'de' }]);
    expect([selectViewer(live.snapshot() as never), selectAccount(live.snapshot() as never)]).toEqual([
      'account',
      kim.account,
    ]);
    await follow(live, [[{ refuse: 'findDraft', error: network }, 'starting.offered', { draft: null }]]);
  });

  it('continues a draft, which is theirs and has an address from then on', async () => {
    const live = openApplication(kim);
    await follow(live, [
      [offered({ title: 'Old' }), 'starting.lookingForDraft'],
      [{ type: 'draft.continued' }, 'starting.lookingForDraft'],
      [{ answer: 'findDraft', output: editing }, 'starting.offered', { draft: editing, process: null }],
    ]);
    expect(selectDraft(live.snapshot() as never)).toEqual(editing);
    expect(live.done()).toEqual([]);
    await follow(live, [
      [
        { type: 'draft.continued' },
        'open.filling',
        {
          process: editing,
          offer: editing.metadata,
          holder: { person: 'Kim', providerId: 'nkb', session: 's1' },
        },
      ],
    ]);
    expect(live.done()).toEqual([['announceProcess', { processId: 'editing' }]]);
  });

  it('continues a draft that differs from the account, and forgets what had failed before', async () => {
    await follow(openApplication(kim), [
      [offered(), 'starting.lookingForDraft'],
      [{ answer: 'findDraft', output: processViews.conflictInDraft }, 'starting.offered'],
      [{ type: 'account.chosen' }, 'starting.creating'],
      [{ refuse: 'startProcess', error: network }, 'starting.offered', { problem: network }],
      [{ type: 'draft.continued' }, 'conflict', { problem: null }],
    ]);
  });

  it('has no draft to continue where none was found, or where its session has ended', async () => {
    const live = openApplication(anonymous);
    await follow(live, [
      [offered(), 'starting.lookingForDraft'],
      [{ answer: 'findDraft', output: null }, 'starting.offered', { draft: null }],
      [{ type: 'draft.continued' }, 'starting.offered', { process: null }],
      [seen(kim), 'starting.lookingForDraft', kim],
      [{ answer: 'findDraft', output: editing }, 'starting.offered', { draft: editing }],
      [seen(nobody), 'starting.offered', { draft: null, viewer: 'none' }],
      [{ type: 'draft.continued' }, 'starting.offered', { process: null }],
    ]);
  });

  it('shows nobody else’s draft, also where it is not known whether there is one', async () => {
    await follow(openApplication(kim), [
      [offered(), 'starting.lookingForDraft'],
      [{ answer: 'findDraft', output: editing }, 'starting.offered', { draft: editing }],
      [seen(jo), 'starting.lookingForDraft', { draft: null }],
      [{ refuse: 'findDraft', error: network }, 'starting.offered', { draft: null }],
    ]);
  });

  it('without an account opens a session, and creates in it what the session then owns', async () => {
    const live = openApplication();
    await follow(live, [
      [offered(), 'starting.offered'],
      [{ type: 'account.chosen' }, 'starting.offered'],
      [{ type: 'anonymous.chosen' }, 'starting.openingSession'],
      [seen(anonymous), 'starting.openingSession', anonymous],
      [{ refuse: 'openAnonymousSession', error: network }, 'starting.offered', { problem: network }],
      [{ type: 'anonymous.chosen' }, 'starting.openingSession', { problem: null }],
      [{ answer: 'openAnonymousSession' }, 'starting.creating'],
      [seen(anonymous), 'starting.creating'],
      [{ refuse: 'startProcess', error: network }, 'starting.offered', { problem: network }],
      [{ type: 'anonymous.chosen' }, 'starting.openingSession', { problem: null }],
      [{ answer: 'openAnonymousSession' }, 'starting.creating'],
    ]);
    expect(live.calls('openAnonymousSession')[0]).toEqual({ locale: 'de' });
    expect(live.calls('startProcess')[1]).toEqual({
      metadataId: 'hundesteuer-kiel',
      area: '010020000000',
      handover: undefined,
      locale: 'de',
    });
    expect(live.done()).toEqual([]);
    await follow(live, [
      [
        { answer: 'startProcess', output: created },
        'open.welcome.shown',
        {
          process: created,
          offer: created.metadata,
          areaName: 'Kiel',
          holder: { person: null, session: 's0' },
        },
      ],
    ]);
    expect(live.done()).toEqual([['announceProcess', { processId: 'created' }]]);
  });

  it('with an account creates at once, and forgets an earlier failure', async () => {
    const live = openApplication(kim);
    await follow(live, [
      [offered(), 'starting.lookingForDraft'],
      [{ answer: 'findDraft', output: null }, 'starting.offered'],
      [{ type: 'account.chosen' }, 'starting.creating'],
      [{ refuse: 'startProcess', error: network }, 'starting.offered', { problem: network }],
      [{ type: 'account.chosen' }, 'starting.creating', { problem: null }],
      [{ answer: 'startProcess', output: created }, 'open.welcome.shown', { process: created }],
    ]);
    expect(live.calls('openAnonymousSession')).toEqual([]);
  });

  it('happens by itself after a login for it, once, unless there is a draft', async () => {
    const first = openApplication(back);
    await follow(first, [
      [offered(), 'starting.lookingForDraft', { loginOutcome: 'SUCCESS' }],
      [{ answer: 'findDraft', output: null }, 'starting.creating', { loginOutcome: null }],
      [{ refuse: 'startProcess', error: network }, 'starting.offered'],
      [seen(kim), 'starting.lookingForDraft'],
      [{ answer: 'findDraft', output: null }, 'starting.offered'],
    ]);
    await follow(openApplication(back), [
      [offered(), 'starting.lookingForDraft'],
      [{ answer: 'findDraft', output: editing }, 'starting.offered', { draft: editing }],
    ]);
  });

  it.each([
    ['at too low a level', { trustLevel: 'high' }, true],
    ['with a login that it does not accept', { idpIds: ['eid'] }, false],
  ])('is not open %s', async (_, about, isBelow) => {
    const live = openApplication(back);
    await follow(live, [
      [offered(about), 'starting.lookingForDraft'],
      [{ answer: 'findDraft', output: null }, 'starting.offered'],
      [{ type: 'account.chosen' }, 'starting.offered'],
    ]);
    expect(selectIsBelowLevel(live.snapshot() as never)).toBe(isBelow);
  });

  it('is open as soon as the level is there, and begins by itself only with a login that has it', async () => {
    const demanding = offered({ trustLevel: 'substantial' });
    const at = (trustLevel: 'low' | 'substantial') => ({ ...kim, account: { ...kim.account!, trustLevel } });
    const noDraft = { answer: 'findDraft', output: null };
    const live = openApplication(at('low'));
    await follow(live, [
      [demanding, 'starting.lookingForDraft'],
      [noDraft, 'starting.offered'],
      [seen({ ...at('substantial'), session: 's3' }), 'starting.lookingForDraft'],
      [noDraft, 'starting.offered'],
      [{ type: 'account.chosen' }, 'starting.creating'],
    ]);
    expect(selectIsBelowLevel(live.snapshot() as never)).toBe(false);
    await follow(openApplication({ ...back, ...at('substantial') }), [
      [demanding, 'starting.lookingForDraft'],
      [noDraft, 'starting.creating'],
    ]);
  });

  it('is below no level for who is not logged in, nor before there is an offer', async () => {
    const isBelow = (live: OpenApplication) => selectIsBelowLevel(live.snapshot() as never);
    expect(isBelow(openApplication(kim))).toBe(false);
    const live = openApplication();
    await follow(live, [[offered({ trustLevel: 'high' }), 'starting.offered']]);
    expect(isBelow(live)).toBe(false);
    expect(isBelow(openApplication({ start: aProcess }))).toBe(false);
  });

  it('without an account is not to be had where an account is needed', async () => {
    await follow(openApplication(), [
      [offered({ mode: 'start', idpIds: ['nkb'] }), 'starting.offered'],
      [{ type: 'anonymous.chosen' }, 'starting.offered'],
    ]);
  });

  it('with a hand-over sends its id, and knows where the person came from', async () => {
    const handover = { id: 'h1', portal: 'Other', data: 'taken' } as never;
    const live = openApplication({ ...back, start: { ...aService, handover } });
    const read = () => {
      const snapshot = live.snapshot() as never;
      return [selectOrigin(snapshot), selectHandedData(snapshot)];
    };
    await follow(live, [
      [offered(), 'starting.lookingForDraft'],
      [{ answer: 'findDraft', output: null }, 'starting.creating'],
    ]);
    expect(live.calls('startProcess')).toMatchObject([{ handover: 'h1' }]);
    expect(read()).toEqual([handover, 'taken']);
    await live.answer('startProcess', created);
    expect(read(), 'the process says where it came from').toEqual([null, null]);
    const origin = { portal: 'Other' } as never;
    const known = openApplication({ start: aProcess });
    expect([selectOrigin(known.snapshot() as never), selectHandedData(known.snapshot() as never)]).toEqual([
      null,
      null,
    ]);
    await known.answer('loadProcess', { ...editing, origin });
    expect(selectOrigin(known.snapshot() as never)).toEqual(origin);
    const plain = openApplication();
    expect([selectOrigin(plain.snapshot() as never), selectHandedData(plain.snapshot() as never)]).toEqual([
      null,
      null,
    ]);
  });
});
