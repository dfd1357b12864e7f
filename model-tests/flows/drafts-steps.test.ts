import { describe, expect, it } from 'vitest';
import type { DraftView, SentView } from '#contract/personal-area.ts';
import { draftMayBeDeleted } from '#machines/drafts/drafts.deletion.ts';
import {
  draftIsMoving,
  sentApplicationIsOpen,
  sentApplicationStatus,
} from '#machines/drafts/drafts.guards.ts';
import { draftsMachine } from '#machines/drafts/drafts.machine.ts';
import {
  selectDeletion,
  selectListsAreLoading,
  selectListsHaveFailed,
} from '#machines/drafts/drafts.selectors.ts';
import type { PersonalArea } from '#machines/drafts/drafts.types.ts';
import { draftsEnds } from './drafts.subject.ts';
import { follow, type Step } from './follow.ts';
import { runLive } from './live.ts';

const draft = (about: Partial<DraftView> = {}) =>
  ({
    id: 'd-1',
    status: 'EDITING',
    running: false,
    serviceName: 'Hundesteuer',
    paidCents: 0,
    ...about,
  }) as DraftView;
const paid = draft({ status: 'PAID', paidCents: 2600 });
const sent = (about: Partial<SentView> = {}) =>
  ({ id: 's-1', status: 'SUBMITTED', statusChecked: '2026-11-20T10:00:00Z', ...about }) as SentView;
const closed = { drafts: { substantial: 1, high: 0 }, sent: { substantial: 0, high: 0 } };
const lists = (drafts: DraftView[] = [], sentOnes: SentView[] = []): PersonalArea => ({
  drafts,
  sent: sentOnes,
  closed,
});

/** The question for the beginning of both lists. */
const allIn = (locale: 'de' | 'en') => ({ locale, asked: { kind: 'all', page: 1, text: '' } });
const open = () => runLive(draftsMachine, () => ({ locale: 'de' }), Object.keys(draftsEnds));
const shown = (...args: Parameters<typeof lists>): Step => [
  { answer: 'loadLists', output: lists(...args) },
  'shown',
  { ...lists(...args), problem: null },
];
const ask = (about: DraftView): Step => [
  { type: 'draft.deleteRequested', draft: about } as never,
  'confirming',
  { chosen: about, deleted: null, deletionProblem: null, refusal: null },
];
const conflict = { code: 'status-conflict' };
const refreshedAfter = (seconds: number): Step => [{ passMs: seconds * 1000 }, 'refreshing'];

describe('the lists', () => {
  it('begin empty, are loaded in the language of the page, and anew in another', async () => {
    const live = open();
    expect(live.state()).toBe('loading');
    expect(live.snapshot().hasTag('busy')).toBe(true);
    expect(selectListsAreLoading(live.snapshot() as never)).toBe(true);
    await follow(live, [
      shown([draft()], [sent()]),
      ask(draft()),
      [{ type: 'locale.changed', locale: 'en' } as never, 'loading', { chosen: null }],
      shown([draft()]),
    ]);
    expect(live.calls('loadLists')).toEqual([allIn('de'), allIn('en')]);
    expect(selectListsAreLoading(live.snapshot() as never)).toBe(false);
    expect(selectListsHaveFailed(live.snapshot() as never)).toBe(false);
  });

  it('are loaded anew for another part that the address asks for, and not for the same one', async () => {
    const live = open();
    await follow(live, [
      shown([draft()]),
      [{ type: 'list.asked', asked: '' } as never, 'shown'],
      [{ type: 'list.asked', asked: '?kind=sent&page=2&after=a.x' } as never, 'loading'],
      shown([]),
    ]);
    const page = { kind: 'sent', page: 2, text: '', after: 'a.x' };
    expect(live.calls('loadLists')).toEqual([allIn('de'), { locale: 'de', asked: page }]);
  });

  it('that cannot be loaded are asked for again when the person wants it', async () => {
    const live = open();
    await follow(live, [[{ refuse: 'loadLists', error: {} }, 'failed', { problem: expect.anything() }]]);
    expect(selectListsHaveFailed(live.snapshot() as never)).toBe(true);
    await follow(live, [[{ type: 'list.refreshRequested' }, 'loading'], shown([draft()])]);
  });

  it('stay on the screen when they cannot be refreshed, with the problem, until they can', async () => {
    const live = open();
    await follow(live, [
      shown([draft()], [sent()]),
      refreshedAfter(3),
      [{ refuse: 'loadLists', error: {} }, 'shown', { drafts: [draft()], problem: expect.anything() }],
      refreshedAfter(6),
      shown([]),
    ]);
    expect(live.calls('loadLists')).toEqual(Array(3).fill(allIn('de')));
  });
});

describe('a status that is open', () => {
  it('is asked for after 3 seconds, then after twice as long each time, up to 20 seconds, 26 times', async () => {
    const live = open();
    await follow(live, [shown([], [sent()])]);
    const pauses = [3, 6, 12, ...Array<number>(23).fill(20)];
    for (const seconds of pauses) {
      await follow(live, [
        [{ passMs: seconds * 1000 - 1 }, 'shown'],
        [{ passMs: 1 }, 'refreshing'],
        shown([], [sent()]),
      ]);
    }
    await follow(live, [[{ passMs: 3_600_000 }, 'shown']]);
  });

  it.each([
    ['nothing is under way', [draft()], [sent({ status: 'SUCCESSFULLY_SUBMITTED' })], 'shown'],
    ['a draft is being sent', [draft(), draft({ running: true })], [], 'refreshing'],
    ['one of those sent is open', [], [sent(), sent({ status: 'PROCESSING_ERROR' })], 'refreshing'],
  ] as const)('is asked for only then: %s', async (_what, drafts, sentOnes, state) => {
    const live = open();
    await follow(live, [shown([...drafts], [...sentOnes]), [{ passMs: 60_000 }, state]]);
  });

  it('is that of what is being sent, of an open payment, and of what has no answer yet', () => {
    expect(draftIsMoving(draft())).toBe(false);
    expect(draftIsMoving(draft({ running: true }))).toBe(true);
    expect(draftIsMoving(draft({ status: 'PAYMENT_PENDING' }))).toBe(true);
    const found = (['SUBMITTED', 'SUCCESSFULLY_SUBMITTED', 'PROCESSING_ERROR', 'UNKNOWN'] as const).map(
      (status) => [sentApplicationStatus(sent({ status })), sentApplicationIsOpen(sent({ status }))],
    );
    expect(found).toEqual([
      ['submitted', true],
      ['successfullySubmitted', false],
      ['processingError', false],
      ['unknown', true],
    ]);
    expect(sentApplicationStatus(sent({ statusChecked: null }))).toBe('pending');
  });
});

describe('a page out of view', () => {
  const left: Step = [{ type: 'tab.left' } as never, 'shown', { away: true }];
  const back = (awayMs: number) => ({ type: 'tab.returned', awayMs }) as never;

  it('asks for nothing, and asks at once when it is back after a while, and then goes on', async () => {
    const live = open();
    await follow(live, [
      shown([], [sent()]),
      refreshedAfter(3),
      shown([], [sent()]),
      left,
      [{ passMs: 3_600_000 }, 'shown'],
      [back(3_000), 'refreshing', { away: false, refreshes: 0 }],
      shown([], [sent()]),
      [{ passMs: 2_999 }, 'shown'],
      [{ passMs: 1 }, 'refreshing'],
    ]);
    expect(live.calls('loadLists').length).toBe(4);
  });

  it('asks as well when nothing was open: another device may have changed something', async () => {
    await follow(open(), [shown([draft()]), left, [back(60_000), 'refreshing']]);
  });

  it('that is back at once goes on as before', async () => {
    const live = open();
    await follow(live, [
      shown([], [sent()]),
      left,
      [back(2_999), 'shown', { away: false }],
      [{ passMs: 2_999 }, 'shown'],
      [{ passMs: 1 }, 'refreshing'],
    ]);
  });

  it('covers no question: a draft that is to be deleted stays asked about', async () => {
    await follow(open(), [
      shown([draft()]),
      ask(draft()),
      [{ type: 'tab.left' } as never, 'confirming', { away: true }],
      [back(60_000), 'confirming', { away: false }],
    ]);
  });
});

describe('news', () => {
  const news = sent({ status: 'SUCCESSFULLY_SUBMITTED', newsSince: '2026-11-20T10:00:00Z' });
  const opened = (application: SentView) => ({ type: 'course.opened', application }) as never;

  it('is seen once its course is opened, by the status that was shown', async () => {
    const live = open();
    await follow(live, [
      shown([], [news]),
      [opened(news), 'marking'],
      [{ answer: 'markSeen' }, 'refreshing'],
      shown([], [sent({ ...news, newsSince: null })]),
    ]);
    expect(live.calls('markSeen')).toEqual([{ id: 's-1', status: 'SUCCESSFULLY_SUBMITTED' }]);
  });

  it('stays news when that cannot be noted, without a message', async () => {
    const live = open();
    await follow(live, [
      shown([], [news]),
      [opened(news), 'marking'],
      [{ refuse: 'markSeen', error: {} }, 'shown', { sent: [news], problem: null }],
      [opened(news), 'marking'],
    ]);
  });

  it('is marked while the lists are refreshed; without news there is nothing to mark', async () => {
    const live = open();
    await follow(live, [
      shown([], [sent({ newsSince: null })]),
      [opened(sent({ newsSince: null })), 'shown'],
      refreshedAfter(3),
      [opened(news), 'marking'],
    ]);
    expect(live.calls('markSeen').length).toBe(1);
  });
});

describe('a sent application that is repeated', () => {
  const again = (application = sent()) => ({ type: 'repeat.requested', application }) as never;
  const repeated = { changed: false, page: null, dropped: 0, files: 0, filesLeft: [] };

  it('becomes a draft in the language of the page, which is told until the next one', async () => {
    const live = open();
    await follow(live, [
      shown([], [sent()]),
      [again(), 'repeating', { repeating: 's-1' }],
      [again(), 'repeating'],
      [{ answer: 'repeatApplication', output: repeated }, 'refreshing', { repeating: null, repeated }],
      shown([draft()], [sent()]),
      [again(), 'repeating', { repeating: 's-1', repeated: null }],
    ]);
    expect(live.calls('repeatApplication')).toEqual(Array(2).fill({ id: 's-1', locale: 'de' }));
  });

  it('that cannot be repeated says why, until the next attempt, and the lists are read anew', async () => {
    const problem = { code: 'answers-erased' };
    await follow(open(), [
      shown([], [sent()]),
      [again(), 'repeating'],
      [
        { refuse: 'repeatApplication', error: problem },
        'refreshing',
        { repeating: null, repeatProblem: expect.objectContaining(problem) },
      ],
      [again(), 'repeating', { repeatProblem: null }],
    ]);
  });

  it('is not waited for in another language: its draft is in the lists', async () => {
    await follow(open(), [
      shown([], [sent()]),
      [again(), 'repeating'],
      [{ type: 'locale.changed', locale: 'en' } as never, 'loading', { repeating: null, repeated: null }],
    ]);
  });
});

describe('a draft', () => {
  const asks = (live: ReturnType<typeof open>) => [
    selectDeletion(live.snapshot() as never),
    live.snapshot().hasTag('asking'),
  ];

  it('is deleted after one question, or stays after a no, and is named', async () => {
    const live = open();
    const other = draft({ id: 'd-2' });
    await follow(live, [shown([draft(), other])]);
    expect(asks(live)).toEqual(['none', false]);
    await follow(live, [ask(draft())]);
    expect(asks(live)).toEqual(['confirming', true]);
    await follow(live, [[{ type: 'deletion.cancelled' }, 'shown', { chosen: null }], ask(draft())]);
    await follow(live, [[{ type: 'deletion.confirmed' }, 'deleting']]);
    expect(asks(live)).toEqual(['deleting', true]);
    await follow(live, [
      [{ answer: 'deleteDraft' }, 'refreshing', { deleted: 'Hundesteuer', drafts: [other], chosen: null }],
      shown([other]),
      ask(other),
    ]);
    expect(live.calls('deleteDraft')).toEqual([{ id: 'd-1', paidConsent: false }]);
  });

  it('that is paid is deleted after a second question, with the box ticked', async () => {
    const live = open();
    await follow(live, [
      shown([paid]),
      ask(paid),
      [{ type: 'deletion.confirmed' }, 'confirmingPaid', { agreementIsMissed: false }],
      [{ type: 'deletion.confirmed' }, 'confirmingPaid', { agreementIsMissed: true }],
    ]);
    expect(asks(live)).toEqual(['confirmingPaid', true]);
    const ticked = (agreed: boolean): Step => [
      { type: 'consent.changed', agreed } as never,
      'confirmingPaid',
      { agreed, agreementIsMissed: false },
    ];
    await follow(live, [
      ticked(true),
      ticked(false),
      [{ type: 'deletion.confirmed' }, 'confirmingPaid', { agreementIsMissed: true }],
      [{ type: 'deletion.cancelled' }, 'shown', { chosen: null }],
      ask(paid),
      [{ type: 'deletion.confirmed' }, 'confirmingPaid', { agreementIsMissed: false }],
      ticked(true),
      [{ type: 'deletion.confirmed' }, 'deleting'],
    ]);
    expect(live.calls('deleteDraft')).toEqual([{ id: 'd-1', paidConsent: true }]);
  });

  it('that cannot be deleted now stays, with the problem, until the next is chosen', async () => {
    const live = open();
    await follow(live, [
      shown([draft()]),
      ask(draft()),
      [{ type: 'deletion.confirmed' }, 'deleting'],
      [{ refuse: 'deleteDraft', error: {} }, 'shown', { chosen: null, deletionProblem: expect.anything() }],
      ask(draft()),
    ]);
  });

  const reconsidered: Step[] = [
    [{ type: 'deletion.confirmed' }, 'deleting'],
    [{ refuse: 'deleteDraft', error: conflict }, 'reconsidering'],
  ];

  it.each([
    ['has been paid meanwhile', draft(), [], [paid], 'confirmingPaid'],
    [
      'has been paid otherwise than was agreed',
      paid,
      [true],
      [draft({ ...paid, paidCents: 99 })],
      'confirmingPaid',
    ],
    ['is as it was agreed', paid, [true], [paid], 'shown'],
    ['is being paid', draft(), [], [draft({ ...paid, status: 'PAYMENT_PENDING' })], 'shown'],
  ] as const)('that differs from the list: %s', async (_what, asked, ticks, now, state) => {
    const live = open();
    await follow(live, [
      shown([asked]),
      ask(asked),
      ...ticks.flatMap((agreed): Step[] => [
        [{ type: 'deletion.confirmed' }, 'confirmingPaid'],
        [{ type: 'consent.changed', agreed } as never, 'confirmingPaid'],
      ]),
      ...reconsidered,
    ]);
    expect(asks(live)).toEqual(['deleting', true]);
    const known = state === 'shown' ? { chosen: null, drafts: now } : { chosen: now[0], agreed: false };
    await follow(live, [[{ answer: 'loadLists', output: lists([...now]) }, state, known]]);
    expect(live.calls('loadLists')).toEqual([allIn('de'), allIn('de')]);
  });

  it.each([
    ['sending', lists([draft({ running: true })])],
    ['paymentOpen', lists([draft({ status: 'PAYMENT_PENDING' })])],
    ['unfinished', lists([draft({ status: 'SUBMIT_FAILURE' })])],
    ['changed', lists([draft({ id: 'd-0' }), draft()])],
    ['sent', lists([], [sent({ id: 's-0' }), sent({ id: 'd-1' })])],
    ['gone', lists([draft({ id: 'd-2' })], [sent()])],
  ] as const)('that the server refuses to delete says why: %s', async (why, now) => {
    const live = open();
    await follow(live, [
      shown([draft()]),
      ask(draft()),
      ...reconsidered,
      [{ answer: 'loadLists', output: now }, 'shown', { refusal: { service: 'Hundesteuer', why } }],
      ask(draft()),
    ]);
  });

  it('that is not found is looked for; without an answer it stays', async () => {
    const live = open();
    await follow(live, [
      shown([draft()]),
      ask(draft()),
      [{ type: 'deletion.confirmed' }, 'deleting'],
      [{ refuse: 'deleteDraft', error: { code: 'not-found' } }, 'reconsidering'],
      [{ refuse: 'loadLists', error: {} }, 'shown', { chosen: null, deletionProblem: expect.anything() }],
    ]);
  });

  it('may be deleted in every status but while it is sent or paid', () => {
    const statuses = [
      'CREATED',
      'EDITING',
      'COMPLETED',
      'PAYMENT_FAILURE',
      'PAID',
      'SUBMIT_FAILURE',
    ] as const;
    for (const status of statuses) {
      expect(draftMayBeDeleted({ status, running: false }), status).toBe(true);
      expect(draftMayBeDeleted({ status, running: true }), status).toBe(false);
    }
    for (const status of ['PAYMENT_PENDING', 'SUBMITTED'] as const) {
      expect(draftMayBeDeleted({ status, running: false }), status).toBe(false);
    }
  });
});
