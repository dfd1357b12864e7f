import { describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { selectEditable, selectHolder } from '#machines/application/application.selectors.ts';
import {
  anonymous,
  aProcess,
  asks,
  changes,
  chooses,
  confirming,
  jo,
  kim,
  network,
  nobody,
  type OpenApplication,
  openApplication,
  openProcess,
  reads,
  seen,
  summaryOf,
  ticked,
  toSummary,
} from './application-live.ts';
import { follow, type Step } from './follow.ts';
import { offer, processViews, readIn } from './process-views.ts';

const { conflict, conflictInDraft, editing, feeDue, noticeChosen, noticeOpen, paymentPending, ready } =
  processViews;

describe('whose application it is', () => {
  it('is the session’s without an account, and its person’s from the login on', async () => {
    const live = await openProcess('editing');
    expect(selectHolder(live.snapshot() as never)).toEqual({ person: null, providerId: null, session: 's0' });
    await follow(live, [
      [
        { ...seen(kim), session: 's0' } as never,
        'open.filling',
        { viewer: 'account', holder: { person: null } },
      ],
      [{ type: 'form.lost', problem: network, files: 2 } as never, 'refreshing'],
      [
        { answer: 'loadProcess', output: editing },
        'open.filling',
        { holder: { person: 'Kim', providerId: 'nkb', session: 's0' } },
      ],
    ]);
    expect(live.done()).toEqual([
      ['tellForm', { type: 'session.renewed' }],
      ['tellLostFiles', { count: 2 }],
    ]);
  });

  it('is the first viewer’s who is known', async () => {
    const live = await openProcess('editing', { viewer: 'unknown', session: null });
    expect(live.context().holder).toBeNull();
    await follow(live, [
      [seen(anonymous), 'open.filling', { holder: { person: null, session: 's0', providerId: null } }],
      [seen(nobody), 'open.filling', { viewer: 'none', holder: { session: 's0' } }],
      [{ type: 'form.lost', problem: network, files: 0 } as never, 'refreshing'],
      [{ answer: 'loadProcess', output: editing }, 'open.filling', { holder: { session: 's0' } }],
    ]);
  });

  it('and nothing of it is seen by anybody else', async () => {
    const live = await openProcess('editing', kim);
    await live.bring({ type: 'form.pageOpened', page: 'person', returnsToSummary: true } as never);
    await live.bring({ type: 'form.finished' });
    await live.answer('loadSummary', summaryOf(editing));
    await follow(live, [[seen(jo), 'refreshing']]);
    // As if it had just been opened, by its address.
    const anew = openApplication({ start: { kind: 'process', processId: 'editing' }, ...jo });
    expect(live.context()).toEqual(anew.context());
    await follow(live, [
      [
        { refuse: 'loadProcess', error: { code: 'not-found' } },
        'notFound',
        { problem: { code: 'not-found' } },
      ],
      [seen(kim), 'refreshing'],
      [{ answer: 'loadProcess', output: editing }, 'open.filling', { holder: { person: 'Kim' } }],
    ]);
  });

  it.each<[keyof typeof processViews, string]>([
    ['conflict', 'conflict'],
    ['noticeOpen', 'notice.offered'],
    ['paymentPending', 'payment.waiting.resting'],
    ['ready', 'ready'],
  ])('also when it is %s', async (situation, state) => {
    const live = await openProcess(processViews[situation], kim);
    await follow(live, [
      [seen({ ...kim, session: 's9' }), state],
      [seen(nobody), state],
      [seen(jo), 'refreshing', { process: null, offer: null }],
    ]);
  });

  it('also when its summary could not be read', async () => {
    const live = await openProcess('editing', kim);
    await follow(live, [
      ...toSummary(summaryOf(editing)),
      [changes(), 'open.filling'],
      [{ type: 'form.finished' }, 'open.summary.loading'],
      [{ refuse: 'loadSummary', error: network }, 'open.summary.unavailable'],
      [seen(jo), 'refreshing', { process: null, summary: null, holder: null }],
    ]);
  });

  it('is gone with its session where it was begun without an account', async () => {
    const live = await openProcess('noticeOpen', kim);
    await follow(live, [[{ type: 'session.erased' }, 'notice.offered']]);
    const without = await openProcess('feeDue');
    await follow(without, [
      [
        { type: 'session.erased' },
        'ended',
        {
          process: null,
          draft: null,
          summary: null,
          problem: null,
          start: { kind: 'service', leiKaId: '99102013000000', area: '010020000000' },
        },
      ],
    ]);
    expect(selectEditable(without.snapshot() as never)).toBeNull();
    const early = openApplication();
    await follow(early, [[{ type: 'session.erased' }, 'openingOffer']]);
  });
});

describe('the texts', () => {
  const english = { ...offer, lang: 'en' } as const;

  /** An application whose payment is pending, read in English. */
  const reading = async (): Promise<OpenApplication> => {
    const live = await openProcess('paymentPending');
    await live.bring(reads('en'));
    return live;
  };
  const textsOf = (live: OpenApplication) => live.context().process?.metadata.lang;

  it('follow the language, of an offer and of a process', async () => {
    const live = await openProcess('feeDue');
    await follow(live, [[reads('en'), 'payment.offered+texts.reloading', { locale: 'en' }]]);
    expect(live.calls('loadTexts')).toEqual([
      { leiKaId: '99102013000000', area: '010020000000', locale: 'en', processId: 'feeDue' },
    ]);
    await follow(live, [
      [
        { answer: 'loadTexts', output: english },
        'payment.offered',
        { offer: english, process: readIn(feeDue, 'en') },
      ],
      [{ type: 'network.restored' }, 'payment.offered'],
    ]);
  });

  it('that could not be read are asked for again with the network, with a viewer, or not needed any more', async () => {
    const live = await openProcess('feeDue', kim);
    const fails: Step = [{ refuse: 'loadTexts', error: network }, 'payment.offered+texts.outdated'];
    await follow(live, [
      [reads('en'), 'payment.offered+texts.reloading'],
      fails,
      [{ type: 'network.restored' }, 'payment.offered+texts.reloading'],
      fails,
      [seen({ ...kim, session: 's7' }), 'payment.offered+texts.reloading', { session: 's7' }],
      fails,
      [reads('de'), 'payment.offered', { locale: 'de' }],
    ]);
    expect(live.calls('loadTexts')).toHaveLength(3);
  });

  it('of another form are not taken for those of this one', async () => {
    const live = await openProcess(noticeChosen);
    await follow(live, [
      [reads('en'), 'payment.offered+texts.reloading'],
      [
        { answer: 'loadTexts', output: { ...english, metadataId: 'other' } },
        'payment.offered+texts.reloading',
        { offer, process: noticeChosen },
      ],
    ]);
  });

  it('are not undone by an answer that was under way', async () => {
    const live = await openProcess('paymentPending');
    await live.bring({ type: 'payment.returned' });
    await live.bring(reads('en'));
    await live.answer('loadTexts', english);
    await live.answer('checkPayment', paymentPending);
    await live.answer('loadTexts', english);
    expect(textsOf(live)).toBe('en');
  });

  it('are not undone by texts that were asked for before', async () => {
    const live = await reading();
    for (const locale of ['de', 'en', 'de']) await live.bring(reads(locale));
    await live.answer('loadTexts', english);
    await live.answer('loadTexts', offer);
    expect([textsOf(live), live.underWay('loadTexts')]).toEqual(['de', 0]);
  });

  it('of every call are those that are read now', async () => {
    const live = openApplication({ start: aProcess, ...anonymous });
    await follow(live, [
      [reads('en'), 'refreshing'],
      [{ answer: 'loadProcess', output: feeDue }, 'payment.offered+texts.reloading'],
      [{ answer: 'loadTexts', output: english }, 'payment.offered'],
      [{ type: 'payment.requested' }, 'payment.starting'],
    ]);
    expect(live.calls('startPayment')).toMatchObject([{ locale: 'en' }]);
  });

  it('of a summary are there before it is confirmed, and not asked for while it is', async () => {
    const live = await openProcess('editing');
    const summary = summaryOf(editing);
    await follow(live, [
      [{ type: 'form.finished' }, 'open.summary.loading'],
      [reads('en'), 'open.summary.loading+texts.reloading'],
      [{ answer: 'loadSummary', output: summary }, 'open.summary.loading+texts.reloading'],
      [{ type: 'summary.confirmed' }, 'open.summary.loading+texts.reloading'],
      [{ answer: 'loadSummary', output: { ...summary, lang: 'en' } }, 'open.summary.shown+texts.reloading'],
      [ticked, 'open.summary.shown+texts.reloading'],
      [{ type: 'summary.confirmed' }, 'open.summary.completing+texts.reloading'],
    ]);
    expect(live.calls('completeProcess')).toMatchObject([{ locale: 'en' }]);
    const confirmed = await openProcess('editing');
    await follow(confirmed, [
      ...toSummary(summary),
      ...confirming,
      [reads('en'), 'open.summary.completing+texts.reloading'],
      [{ answer: 'completeProcess', output: feeDue }, 'payment.offered+texts.reloading'],
    ]);
    expect(confirmed.calls('loadSummary')).toHaveLength(1);
  });
});

describe('a conflict with the account', () => {
  const toCorrect = [{ key: 'givenName', page: 'person' }];
  const decided = (process: ProcessView, corrections: object[] = []) =>
    ({ type: 'conflict.decided', process, toCorrect: corrections }) as never;

  it('that is open in a draft leads back to the form, to the summary only from there', async () => {
    const live = await openProcess('conflictInDraft', kim);
    expect(live.calls('conflict')).toMatchObject([{ processId: 'conflictInDraft', locale: 'de' }]);
    expect((live.calls('conflict')[0] as { parent: unknown }).parent).toBeDefined();
    await follow(live, [
      [
        decided(editing),
        'open.filling',
        { process: editing, wantedPage: null, wantedStep: null, reopens: false },
      ],
    ]);
    const correcting = await openProcess('conflictInDraft', kim);
    await follow(correcting, [
      [
        decided(editing, toCorrect),
        'open.filling',
        { wantedPage: { page: 'person', returnsToSummary: false, toCorrect }, reopens: false },
      ],
    ]);
  });

  it('of confirmed data leads to the summary, or to the page to correct and from there to the summary', async () => {
    const live = await openProcess('conflict', kim);
    await follow(live, [[decided(editing), 'open.summary.loading', { process: editing, wantedPage: null }]]);
    const correcting = await openProcess('conflict', kim);
    await follow(correcting, [
      [
        decided(ready, toCorrect),
        'open.filling',
        {
          process: ready,
          reopens: true,
          wantedPage: { page: 'person', returnsToSummary: true, toCorrect },
        },
      ],
    ]);
    expect(correcting.calls('form')).toMatchObject([
      { processId: 'ready', saveAtOnce: true, page: 'person', returnsToSummary: true, toCorrect },
    ]);
  });

  it('of confirmed data leads on where every own entry is kept: what was confirmed still counts', async () => {
    const live = await openProcess('conflict', kim);
    await follow(live, [[decided(ready), 'ready', { process: ready }]]);
  });

  it('that is gone, or closed to this login, is read anew', async () => {
    await follow(await openProcess('conflict', kim), [[{ type: 'conflict.vanished' }, 'refreshing']]);
    await follow(await openProcess('conflict', kim), [
      [{ type: 'conflict.lost', problem: network } as never, 'refreshing', { problem: null }],
    ]);
  });

  it('hears of the language and the network, and lets what was confirmed be seen', async () => {
    const live = await openProcess('conflict', kim);
    await live.bring(reads('en'));
    await live.bring({ type: 'network.restored' });
    expect(live.done()).toEqual([
      ['tellConflict', { type: 'locale.changed', locale: 'en' }],
      ['tellConflict', { type: 'network.restored' }],
    ]);
    const other = await openProcess('conflict', kim);
    await follow(other, [
      [asks('payment'), 'conflict'],
      [asks('conflict'), 'conflict'],
    ]);
    expect(other.done()).toEqual(['refuseStep', ['sayWhyClosed', { step: 'payment' }]]);
    await follow(other, [[asks('summary'), 'confirmed.loading']]);
    const draft = await openProcess('conflictInDraft', kim);
    await follow(draft, [[asks('summary'), 'conflict']]);
  });

  it('after a confirmation sends nothing by itself, and forgets earlier failures', async () => {
    const live = await openProcess('editing', kim);
    await follow(live, [
      ...toSummary(summaryOf(editing)),
      ...confirming,
      [{ answer: 'completeProcess', output: conflict }, 'conflict'],
      [decided(ready), 'ready'],
    ]);
    const failed = await openProcess(noticeOpen, kim);
    await follow(failed, [
      [chooses(true), 'notice.saving'],
      [{ refuse: 'chooseNotice', error: network }, 'notice.offered', { problem: network }],
      [changes(), 'open.filling', { problem: null }],
      [{ type: 'form.lost', problem: network, files: 0 } as never, 'refreshing'],
      [{ answer: 'loadProcess', output: conflictInDraft }, 'conflict', { problem: null }],
    ]);
  });
});
