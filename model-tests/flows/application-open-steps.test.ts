import { describe, expect, it } from 'vitest';
import type { CallProblemCode } from '#domain/problem.ts';
import { selectStep, selectSummary } from '#machines/application/application.selectors.ts';
import {
  anonymous,
  asks,
  changes,
  confirming,
  kim,
  network,
  nobody,
  openProcess,
  reads,
  seen,
  summaryOf,
  ticked,
  told,
} from './application-live.ts';
import { follow, type Step } from './follow.ts';
import { processViews } from './process-views.ts';

const { editing, created, feeDue } = processViews;
const summary = summaryOf(editing);
const flawed = { ...summary, errors: [{ path: 'name', page: 'person', label: 'Name', rule: 'required' }] };
const opened = (page: string, returnsToSummary = false) =>
  ({ type: 'form.pageOpened', page, returnsToSummary }) as never;
const finished: Step = [{ type: 'form.finished' }, 'open.summary.loading'];
const shown: Step = [{ answer: 'loadSummary', output: summary }, 'open.summary.shown'];
const read = [finished, shown];
const confirmed = [...read, ...confirming];

describe('the open form', () => {
  it('leads from the welcome page through its pages to the summary, and back', async () => {
    const live = await openProcess('created');
    await follow(live, [
      [{ type: 'welcome.read' }, 'open.filling', { formPlace: null }],
      [opened('person'), 'open.filling', { formPlace: { page: 'person', returnsToSummary: false } }],
      [{ type: 'form.left' }, 'open.welcome.shown'],
      [{ type: 'welcome.read' }, 'open.filling'],
      [{ type: 'form.finished' }, 'open.summary.loading', { changedPage: null }],
      [{ type: 'form.left' }, 'open.welcome.shown'],
    ]);
    expect(live.calls('form')).toHaveLength(1);
    expect(live.calls('form')).toMatchObject([
      { processId: 'created', locale: 'de', saveAtOnce: false, page: null, returnsToSummary: false },
    ]);
    expect(live.calls('loadSummary')).toEqual([{ processId: 'created', locale: 'de' }]);
  });

  describe('for another place', () => {
    const chosen = { type: 'place.chosen', area: '010030000000' } as const;
    const elsewhere = { ...created, area: { key: '010030000000', name: 'Lübeck' } };
    const changing: Step = [chosen, 'open.welcome.changingPlace', { problem: null }];

    it('lives on, and is read again for the area of the new authority', async () => {
      const live = await openProcess('created');
      await follow(live, [
        changing,
        [
          { answer: 'changePlace', output: elsewhere },
          'open.welcome.shown',
          {
            process: elsewhere,
            areaName: 'Lübeck',
            leftPlace: { area: created.area, metadata: created.metadata },
          },
        ],
        [{ type: 'welcome.read' }, 'open.filling', { leftPlace: null }],
      ]);
      expect(live.calls('changePlace')).toEqual([
        { processId: 'created', locale: 'de', area: '010030000000' },
      ]);
      expect(live.calls('form')).toHaveLength(1);
      expect(live.done()).toEqual([told({ type: 'area.changed' })]);
    });

    it('is confirmed for the place that the summary is about', async () => {
      const there = { ...editing, area: elsewhere.area, metadata: { ...editing.metadata, title: 'There' } };
      const live = await openProcess('editing', { step: 'summary' });
      await follow(live, [
        [
          { answer: 'loadSummary', output: summaryOf(there) },
          'open.summary.shown',
          { process: there, offer: there.metadata, areaName: 'Lübeck' },
        ],
      ]);
    });

    it('waits until the place is known', async () => {
      const live = await openProcess('created');
      await follow(live, [
        changing,
        [{ type: 'welcome.read' }, 'open.welcome.changingPlace'],
        [asks('summary'), 'open.welcome.changingPlace'],
        [chosen, 'open.welcome.changingPlace'],
      ]);
      expect(live.done()).toEqual(['refuseStep']);
      expect(live.calls('changePlace')).toHaveLength(1);
    });

    it.each<[string, string]>([
      ['place-not-covered', 'open.welcome.shown'],
      ['place-needs-login', 'open.welcome.shown'],
      ['network', 'open.welcome.shown'],
      ['status-conflict', 'refreshing'],
      ['not-found', 'refreshing'],
    ])('stays where it is when the place is refused: %s', async (code, state) => {
      const live = await openProcess('created');
      await follow(live, [
        changing,
        [
          { refuse: 'changePlace', error: { code } },
          state,
          { process: created, problem: state === 'refreshing' ? null : { code } },
        ],
      ]);
    });
  });

  it('keeps what was saved of the process, and nothing else of it', async () => {
    const live = await openProcess('created');
    const saved = {
      version: 7,
      status: 'EDITING',
      savedAt: '2026-11-20T10:00:00Z',
      availableUntil: '2027-01-01T00:00:00Z',
    } as const;
    await live.bring({ type: 'form.saved', saved } as never);
    expect(live.context()).toMatchObject({
      reopens: false,
      process: { ...created, version: 7, status: 'EDITING', availableUntil: '2027-01-01T00:00:00Z' },
    });
  });

  it('is read anew when it is lost, and the person is told of lost files', async () => {
    const live = await openProcess('editing', { step: 'page.person' });
    await follow(live, [
      [opened('person'), 'open.filling', { wantedPage: null }],
      [{ type: 'form.lost', problem: network, files: 3 } as never, 'refreshing', { formPlace: null }],
    ]);
    expect(live.done()).toEqual([['tellLostFiles', { count: 3 }]]);
  });

  it('opens what the address names: the welcome page, a page, the summary', async () => {
    const live = await openProcess('editing');
    await follow(live, [
      [opened('person'), 'open.filling'],
      [asks('page.dog'), 'open.filling', { formPlace: null }],
    ]);
    expect(live.done()).toEqual([told({ type: 'page.requested', page: 'dog', returnsToSummary: false })]);
    await follow(live, [
      [opened('dog'), 'open.filling', { formPlace: { page: 'dog' } }],
      [asks('change.person'), 'open.filling', { formPlace: null }],
    ]);
    expect(live.done()).toEqual([told({ type: 'page.requested', page: 'person', returnsToSummary: true })]);
    await follow(live, [
      [opened('person'), 'open.filling'],
      [asks('summary'), 'open.filling', { formPlace: null }],
    ]);
    expect(live.done()).toEqual([told({ type: 'summary.requested' })]);
    await follow(live, [
      [asks('welcome'), 'open.welcome.shown'],
      [asks('page.dog'), 'open.filling'],
    ]);
    expect(live.done()).toEqual([told({ type: 'page.requested', page: 'dog', returnsToSummary: false })]);
    await follow(live, [
      [asks('welcome'), 'open.welcome.shown'],
      [asks('summary'), 'open.filling'],
    ]);
    expect(live.done()).toEqual([told({ type: 'summary.requested' })]);
  });

  it('has the address of its page, also of one that is changed from the summary', async () => {
    const live = await openProcess('editing');
    const step = () => selectStep(live.snapshot() as never);
    expect(step()).toBeNull();
    await live.bring(opened('dog'));
    expect(step()).toBe('page.dog');
    await live.bring(opened('dog', true));
    expect(step()).toBe('change.dog');
  });

  it('opens nothing that lies ahead, and stays where the form wants it', async () => {
    const live = await openProcess('editing');
    await follow(live, [[asks('payment'), 'open.filling']]);
    expect(live.done()).toEqual(['refuseStep', ['sayWhyClosed', { step: 'payment' }]]);
    await follow(live, [[{ type: 'form.stayed' }, 'open.filling']]);
    expect(live.done()).toEqual(['refuseStep']);
  });

  it('hears of the language, the network, and a new session', async () => {
    const live = await openProcess('editing');
    await live.bring(reads('en'));
    await live.bring({ type: 'network.restored' });
    await live.bring(seen(nobody) as never);
    expect(live.done()).toEqual([
      told({ type: 'locale.changed', locale: 'en' }),
      told({ type: 'network.restored' }),
    ]);
    await live.bring(seen(anonymous) as never);
    await live.bring(seen({ ...kim, session: 's0' }) as never);
    expect(live.done()).toEqual([told({ type: 'session.renewed' }), told({ type: 'session.renewed' })]);
  });
});

describe('the summary', () => {
  it('is read, and its facts count from then on', async () => {
    const facts = { ...editing.facts, feeCents: 4200 };
    const live = await openProcess('editing');
    await follow(live, [
      finished,
      [
        { answer: 'loadSummary', output: { ...summary, facts } },
        'open.summary.shown',
        { process: { ...editing, facts } },
      ],
    ]);
    expect(selectSummary(live.snapshot() as never)).toEqual({ ...summary, facts });
  });

  it('leads back to the page that was just changed', async () => {
    const live = await openProcess('editing');
    await follow(live, [
      [opened('dog', true), 'open.filling'],
      [{ type: 'form.finished' }, 'open.summary.loading', { changedPage: 'dog' }],
      shown,
      [changes('person'), 'open.filling', { formPlace: null }],
      [opened('person'), 'open.filling'],
      [{ type: 'form.finished' }, 'open.summary.loading', { changedPage: null }],
      shown,
      [changes(), 'open.filling'],
    ]);
    expect(live.done()).toEqual([
      told({ type: 'page.chosen', page: 'person', returnsToSummary: true }),
      told({ type: 'page.chosen', page: null, returnsToSummary: false }),
    ]);
  });

  it('stays where the address names it anyway, and leads elsewhere where it does not', async () => {
    const live = await openProcess('editing');
    await follow(live, [...read, [asks('summary'), 'open.summary.shown']]);
    expect(live.done()).toEqual([]);
    expect(live.calls('loadSummary')).toHaveLength(1);
    await follow(live, [[asks('welcome'), 'open.welcome.shown']]);
  });

  it.each<[CallProblemCode, string]>([
    ['trust-level-too-low', 'refreshing'],
    ['not-found', 'refreshing'],
    ['form-not-found', 'refreshing'],
    ['draft-expired', 'refreshing'],
    ['network', 'open.summary.unavailable'],
    ['session-expired', 'open.summary.unavailable'],
  ])('that is refused with %s leads to %s', async (code, state) => {
    await follow(await openProcess('editing'), [
      finished,
      [
        { refuse: 'loadSummary', error: { code } },
        state,
        { problem: state === 'refreshing' ? null : { code } },
      ],
    ]);
  });

  it('is asked for again at a wish, and in a new session', async () => {
    const live = await openProcess('editing', kim);
    await follow(live, [
      finished,
      [{ refuse: 'loadSummary', error: network }, 'open.summary.unavailable'],
      [{ type: 'retry.requested' }, 'open.summary.loading', { problem: null }],
      [{ refuse: 'loadSummary', error: network }, 'open.summary.unavailable'],
      [seen(nobody), 'open.summary.unavailable', { problem: network }],
      [seen(kim), 'open.summary.loading', { problem: null }],
      shown,
    ]);
    expect(live.done()).toEqual([told({ type: 'session.renewed' })]);
  });

  it('is confirmed as it was read, and only without faults', async () => {
    const live = await openProcess('editing');
    await follow(live, [
      finished,
      [{ answer: 'loadSummary', output: flawed }, 'open.summary.shown'],
      [ticked, 'open.summary.shown', { given: [] }],
      [{ type: 'summary.confirmed' }, 'open.summary.shown', { failedAttempts: 0 }],
      [changes(), 'open.filling'],
      finished,
      [{ answer: 'loadSummary', output: { ...flawed, statements: [] } }, 'open.summary.shown'],
      [{ type: 'summary.confirmed' }, 'open.summary.shown'],
      [changes(), 'open.filling'],
      ...confirmed,
      [asks('welcome'), 'open.summary.completing'],
      [
        { answer: 'completeProcess', output: feeDue },
        'payment.offered',
        { process: feeDue, sendsWhenReady: true },
      ],
    ]);
    expect(live.calls('completeProcess')).toEqual([
      {
        processId: 'editing',
        locale: 'de',
        version: 3,
        hash: 'h',
        statements: [{ id: 'correctness', version: 1 }],
        wantsMails: true,
      },
    ]);
    expect(live.done()).toContainEqual('refuseStep');
  });

  it.each<[CallProblemCode, string]>([
    ['version-conflict', 'open.summary.loading'],
    ['summary-changed', 'open.summary.loading'],
    ['form-invalid', 'open.summary.loading'],
    ['statement-missing', 'open.summary.loading'],
    ['status-conflict', 'refreshing'],
    ['trust-level-too-low', 'refreshing'],
    ['not-found', 'refreshing'],
    ['network', 'open.summary.shown'],
  ])('whose confirmation is refused with %s leads to %s', async (code, state) => {
    const live = await openProcess('editing');
    await follow(live, [
      ...confirmed,
      [
        { refuse: 'completeProcess', error: { code } },
        state,
        { problem: state === 'refreshing' ? null : { code }, sendsWhenReady: false },
      ],
    ]);
  });

  it.each([
    ['as the summary has it', { to: 'a@example.com', wanted: true }, null, true, null],
    ['as it was declined before', { to: 'a@example.com', wanted: false }, null, false, null],
    ['as it is chosen here', { to: 'a@example.com', wanted: true }, false, false, false],
    ['not at all where none are sent', null, true, undefined, null],
  ])('tells the choice about e-mails %s', async (_, mail, chosen, told, kept) => {
    const live = await openProcess('editing');
    const shown = 'open.summary.shown';
    const event = { type: 'mails.chosen', wanted: chosen } as const;
    const choosing: Step[] = chosen === null ? [] : [[event, shown, { mailChoice: kept }]];
    await follow(live, [
      finished,
      [{ answer: 'loadSummary', output: { ...summary, mail } }, shown],
      ...choosing,
      [ticked, shown],
      [{ type: 'summary.confirmed' }, 'open.summary.completing'],
    ]);
    expect(live.calls('completeProcess')).toMatchObject([{ wantsMails: told }]);
  });

  it('is not confirmed before everything is stated, by nothing but the ticks', async () => {
    const live = await openProcess('editing');
    const tick = (id: string, given: boolean) => ({ type: 'statement.changed', id, given }) as const;
    const [correctness] = summary.statements;
    const two = { ...summary, statements: [correctness, { ...correctness, id: 'consent', version: 2 }] };
    const shown = 'open.summary.shown';
    await follow(live, [
      finished,
      [{ answer: 'loadSummary', output: two }, shown, { given: [], failedAttempts: 0 }],
      [{ type: 'summary.confirmed' }, shown, { failedAttempts: 1 }],
      [{ type: 'summary.confirmed' }, shown, { failedAttempts: 2 }],
      [tick('acknowledgement', true), shown, { given: [] }],
      [tick('correctness', true), shown, { given: ['correctness'], failedAttempts: 2 }],
      [{ type: 'summary.confirmed' }, shown],
      [tick('consent', true), shown, { given: ['correctness', 'consent'] }],
      [tick('consent', true), shown, { given: ['correctness', 'consent'] }],
      [tick('correctness', false), shown, { given: ['consent'] }],
      [{ type: 'summary.confirmed' }, shown],
      [tick('correctness', true), shown],
      [{ type: 'summary.confirmed' }, 'open.summary.completing'],
      [{ refuse: 'completeProcess', error: network }, shown, { given: ['consent', 'correctness'] }],
    ]);
    expect(live.calls('completeProcess')).toMatchObject([
      {
        statements: [
          { id: 'correctness', version: 1 },
          { id: 'consent', version: 2 },
        ],
      },
    ]);
  });

  it.each<[string, string, Step[]]>([
    ['another language', 'en', [[reads('en'), 'open.summary.loading+texts.reloading']]],
    [
      'another wording',
      'de',
      [
        [{ type: 'summary.confirmed' }, 'open.summary.completing'],
        [{ refuse: 'completeProcess', error: { code: 'statement-missing' } }, 'open.summary.loading'],
      ],
    ],
  ])('in %s is stated anew', async (_, lang, change) => {
    const live = await openProcess('editing');
    const texts = lang === 'en' ? '+texts.reloading' : '';
    await follow(live, [
      ...read,
      [ticked, 'open.summary.shown', { given: ['correctness'] }],
      ...change,
      [{ answer: 'loadSummary', output: { ...summary, lang } }, `open.summary.shown${texts}`, { given: [] }],
      [{ type: 'summary.confirmed' }, `open.summary.shown${texts}`, { failedAttempts: 1 }],
    ]);
  });

  it('forgets a failed confirmation with the next one, and when it is read anew', async () => {
    const fails: Step[] = [
      ...confirming,
      [{ refuse: 'completeProcess', error: network }, 'open.summary.shown', { problem: network }],
    ];
    await follow(await openProcess('editing'), [
      ...read,
      ...fails,
      ...fails,
      [changes(), 'open.filling'],
      [{ type: 'form.finished' }, 'open.summary.loading', { problem: null }],
    ]);
  });
});
