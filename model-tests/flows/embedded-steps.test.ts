import { describe, expect, it } from 'vitest';
import {
  selectFrame,
  selectHeight,
  selectIsExpiring,
  selectIsIncomplete,
  selectRefusedFiles,
  selectShownPage,
  selectTitle,
  selectWhyOver,
} from '#machines/embedded/embedded.selectors.ts';
import {
  asks,
  chooses,
  completed,
  dirtied,
  discarded,
  frame,
  hello,
  openFrame,
  page,
  progressed,
  readied,
  ready,
  reported,
  save,
  shows,
  taken,
  toReady,
} from './embedded-live.ts';
import { follow, type Step } from './follow.ts';

describe('a frame appears', () => {
  it('with nobody to tell, and talks to its place alone', () => {
    const live = openFrame({ parent: null, form: null });
    expect([live.state(), live.context().isIncomplete]).toEqual(['waiting', false]);
    expect(live.places).toEqual([{ address: frame.address, caseId: 'case' }]);
    expect(openFrame().done()).toEqual([]);
  });

  it('says hello, and is ready when it has answered', async () => {
    const live = openFrame();
    live.done();
    await follow(live, toReady);
    expect(live.done()).toEqual([hello, page('first'), save]);
    const snapshot = live.snapshot() as never;
    expect([selectFrame(snapshot), selectShownPage(snapshot), selectTitle(snapshot)]).toEqual([
      frame,
      'first',
      'The first',
    ]);
    await follow(live, [[{ type: 'frame.resized', height: 900 } as never, 'ready', { height: 900 }]]);
    expect(selectHeight(live.snapshot() as never)).toBe(900);
  });

  it('is slow after five seconds, and lost after thirty', async () => {
    const live = openFrame();
    await follow(live, [
      [{ type: 'frame.shown' }, 'prompt'],
      [{ passMs: 4_999 }, 'prompt'],
      [{ passMs: 1 }, 'slow'],
      [{ passMs: 24_999 }, 'slow'],
      [{ passMs: 1 }, 'lost', { over: { code: 'form-server-unavailable' } }],
    ]);
    expect(selectWhyOver(live.snapshot() as never)).toEqual({ code: 'form-server-unavailable' });
    expect(live.done()).toEqual([hello, reported('silent')]);
    await follow(live, [[{ type: 'retry.requested' }, 'lost']]);
    expect(live.done()).toEqual([discarded(null)]);
    const slow = openFrame();
    await follow(slow, [
      [{ type: 'frame.shown' }, 'prompt'],
      [{ passMs: 5_000 }, 'slow'],
      [readied(), 'ready'],
    ]);
  });

  it('begins anew where it was never shown in time, or was taken off the page', async () => {
    const stale = openFrame({ page: 'second', returnsToSummary: true });
    stale.done();
    await follow(stale, [
      [{ passMs: 44_999 }, 'waiting'],
      [{ passMs: 1 }, 'away'],
      [{ type: 'frame.shown' }, 'away'],
    ]);
    expect(stale.done()).toEqual([discarded('second', true)]);
    const chosen = openFrame();
    await follow(chosen, [
      [chooses('third', { returnsToSummary: true }), 'waiting'],
      [{ passMs: 45_000 }, 'away'],
      [{ type: 'frame.shown' }, 'away'],
    ]);
    expect(chosen.done()).toEqual([discarded('third', true)]);
    const live = await ready();
    await follow(live, [
      [dirtied(true), 'ready unstored'],
      [{ type: 'frame.removed' }, 'away', { isDirty: false }],
      [{ type: 'frame.shown' }, 'away'],
    ]);
    expect(live.done()).toEqual([discarded('first')]);
  });

  it('is asked again when another document was loaded into it', async () => {
    const live = await ready();
    await follow(live, [[{ type: 'frame.loaded' }, 'checking']]);
    expect(live.done()).toEqual([hello]);
    await follow(live, [
      [readied(), 'ready'],
      [{ type: 'frame.loaded' }, 'checking'],
      [{ passMs: 9_999 }, 'checking'],
      [{ passMs: 1 }, 'lost', { over: { code: 'form-session-lost' } }],
    ]);
    expect(live.done()).toEqual([page('first'), save, hello, reported('strayed')]);
  });

  it.each([
    ['frame.ended', 'form-session-lost', 'lost', []],
    ['frame.flooded', 'form-server-refused', 'refused', [reported('flooded')]],
  ])('is over with %s', async (type, code, state, log) => {
    const live = await ready();
    await follow(live, [
      [{ type }, state, { over: { code } }],
      [{ type: 'retry.requested' }, state],
    ]);
    expect(live.done()).toEqual([...log, discarded('first')]);
  });
});

describe('the pages of a frame', () => {
  it('are told as they are shown', async () => {
    const live = await ready();
    await follow(live, [
      [shows('second'), 'ready', { page: 'second', title: 'The second', hasWorked: true }],
    ]);
    expect(live.done()).toEqual([page('second')]);
  });

  it('are asked for as they are wanted, once the frame is ready', async () => {
    const live = openFrame({ page: 'second', returnsToSummary: true });
    live.done();
    await follow(live, [
      [{ type: 'frame.shown' }, 'prompt', { wantedPage: 'second' }],
      [readied(), 'ready'],
    ]);
    expect(live.done()).toEqual([hello, ['frame', { type: 'page', page: 'second' }], save]);
    await follow(live, [[shows('second'), 'ready', { wantedPage: null }]]);
    expect(live.done()).toEqual([page('second', true)]);
    await follow(live, [[chooses(null), 'ready', { wantedPage: 'second' }]]);
    await follow(live, [
      [{ type: 'frame.loaded' }, 'checking'],
      [readied('second'), 'ready'],
    ]);
    expect(live.done(), 'a page that is shown is not asked for').toEqual([hello, page('second'), save]);
    await follow(live, [[asks('third'), 'ready', { wantedPage: 'third', returnsToSummary: false }]]);
    expect(live.done()).toEqual([['frame', { type: 'page', page: 'third' }]]);
    await follow(live, [[asks('second', true), 'ready', { wantedPage: 'second', returnsToSummary: true }]]);
    expect(live.done()).toEqual([page('second', true)]);
    await follow(live, [[chooses('fourth'), 'ready', { wantedPage: 'fourth', returnsToSummary: false }]]);
    await follow(live, [
      [chooses(null, { returnsToSummary: true }), 'ready', { wantedPage: 'second', returnsToSummary: true }],
    ]);
    expect(live.done()).toEqual([]);
  });

  it('are shown in the language that is read', async () => {
    const live = await ready();
    await follow(live, [
      [
        { type: 'locale.changed', locale: 'en' } as never,
        'ready',
        { locale: 'en', openedIn: 'de', title: null },
      ],
    ]);
    expect(live.done()).toEqual([['frame', { type: 'language', locale: 'en' }]]);
    await follow(live, [
      [
        { type: 'frame.pageShown', page: 'first', title: 'First page' } as never,
        'ready',
        { title: 'First page' },
      ],
    ]);
    expect(live.done()).toEqual([page('first')]);
    await follow(live, [
      [{ type: 'frame.loaded' }, 'checking'],
      [readied(), 'ready'],
    ]);
    expect(live.done()).toEqual([hello, ['frame', { type: 'language', locale: 'en' }], page('first'), save]);
  });
});

describe('what is entered', () => {
  it('is asked for when it rests, and taken over when it is stored', async () => {
    const live = await ready();
    await follow(live, [
      [dirtied(true), 'ready unstored', { isDirty: true, hasWorked: true }],
      [{ passMs: 1_999 }, 'ready unstored'],
    ]);
    expect(live.done()).toEqual([]);
    await follow(live, [[{ passMs: 1 }, 'ready unstored']]);
    expect(live.done()).toEqual([save]);
    await follow(live, [[{ passMs: 2_000 }, 'ready unstored']]);
    expect(live.done(), 'it is asked again').toEqual([save]);
    await follow(live, [
      [progressed(1), 'ready sending', { revision: 1, isTaken: false, complete: null }],
      [{ passMs: 2_000 }, 'ready sending'],
    ]);
    expect(live.done(), 'it is not asked while something is taken over').toEqual([]);
    expect(live.calls('saveProgress')).toEqual([
      { processId: 'p', locale: 'de', version: 3, content: { caseId: 'case' } },
    ]);
    await follow(live, [
      [progressed(1), 'ready sending'],
      [progressed(0), 'ready sending', { revision: 1 }],
      [dirtied(false), 'ready sending', { isDirty: false }],
      [{ answer: 'saveProgress', output: taken(4) }, 'ready', { isTaken: true, complete: false }],
    ]);
    expect(live.done()).toEqual([{ type: 'form.saved', saved: taken(4) }]);
    await follow(live, [
      [dirtied(true), 'ready unstored'],
      [dirtied(false), 'ready'],
      [{ type: 'locale.changed', locale: 'en' } as never, 'ready'],
      [progressed(2), 'ready sending'],
    ]);
    expect(live.calls('saveProgress').at(-1)).toMatchObject({ locale: 'en', version: 4 });
  });

  it('while it is taken over is taken over after that', async () => {
    const live = await ready();
    await follow(live, [
      [progressed(1), 'ready sending'],
      [progressed(2), 'ready sending'],
      [
        { answer: 'saveProgress', output: taken(4, true) },
        'ready sending',
        { isTaken: false, complete: null },
      ],
      [{ answer: 'saveProgress', output: taken(5, true) }, 'ready', { isTaken: true, complete: true }],
    ]);
  });

  it('is taken over at once where opening the form is a change', () => {
    expect(openFrame({ saveAtOnce: true }).state()).toBe('waiting sending');
  });

  it.each<[string, string, boolean]>([
    ['network', 'ready pausing.counting', false],
    ['session-expired', 'ready locked', false],
    ['draft-expired', 'ready gone', false],
    ['form-session-lost', 'lost refused', true],
    ['form-server-refused', 'refused refused', true],
    ['input-invalid', 'refused refused', true],
    ['version-conflict', 'outdated conflict.asking', true],
  ])('and refused with %s: %s', async (code, state, isOver) => {
    const live = await ready();
    await follow(live, [
      [progressed(1), 'ready sending'],
      [{ refuse: 'saveProgress', error: { code } }, state, { over: isOver ? { code } : null }],
    ]);
    const isLost = code === 'draft-expired';
    expect(live.done()).toEqual(isLost ? [{ type: 'form.lost', problem: { code }, files: 0 }] : []);
  });

  it('that is outdated is decided about by the application', async () => {
    const live = await ready();
    await follow(live, [
      [progressed(1), 'ready sending'],
      [{ refuse: 'saveProgress', error: { code: 'version-conflict' } }, 'outdated conflict.asking'],
      [{ type: 'retry.requested' }, 'outdated conflict.asking'],
    ]);
    expect(live.done()).toEqual([{ type: 'form.lost', problem: { code: 'version-conflict' }, files: 0 }]);
  });

  it('is tried again with the network, in this window, in a new session', async () => {
    const fails = (code: string, state: string): Step => [
      { refuse: 'saveProgress', error: { code } },
      `ready ${state}`,
    ];
    await follow(await ready(), [
      [progressed(1), 'ready sending'],
      fails('overloaded', 'pausing.counting'),
      [{ type: 'network.restored' }, 'ready sending'],
      fails('edited-elsewhere', 'elsewhere'),
      [{ type: 'editing.gained' }, 'ready sending'],
      fails('session-expired', 'locked'),
      [{ type: 'session.renewed' }, 'ready sending'],
    ]);
  });

  it('waits no more in a frame that is over', async () => {
    const live = await ready();
    await follow(live, [
      [dirtied(true), 'ready unstored'],
      [{ type: 'frame.ended' }, 'lost', { isDirty: true }],
    ]);
  });
});

describe('the way out of a frame', () => {
  it('back from its first page leads to the welcome page, or to the summary', async () => {
    const live = await ready();
    await follow(live, [
      [{ type: 'page.backRequested' }, 'ready'],
      [{ type: 'frame.cancelled' }, 'ready'],
    ]);
    expect(live.done()).toEqual([{ type: 'form.left' }]);
    for (const type of ['page.backRequested', 'frame.cancelled']) {
      const changing = await ready({ returnsToSummary: true });
      await follow(changing, [[{ type }, 'ready complete']]);
      expect(changing.done()).toEqual([save, { type: 'form.finished' }]);
    }
  });

  it('stores and takes over first, but does not wait for storing for long', async () => {
    const live = await ready();
    await follow(live, [
      [dirtied(true), 'ready unstored'],
      [{ type: 'summary.requested' }, 'ready unstored storing'],
      [progressed(1), 'ready sending storing'],
      [dirtied(false), 'ready sending settling'],
    ]);
    live.done();
    await follow(live, [[{ answer: 'saveProgress', output: taken(4) }, 'ready complete']]);
    expect(live.done()).toContainEqual({ type: 'form.finished' });
    await follow(await ready(), [
      [progressed(1), 'ready sending'],
      [dirtied(true), 'ready sending'],
      [{ type: 'summary.requested' }, 'ready sending storing'],
      [{ passMs: 2_999 }, 'ready sending storing'],
      [{ passMs: 1 }, 'ready sending settling'],
    ]);
  });

  it('is given up by who types on', async () => {
    const live = await ready();
    await follow(live, [
      [progressed(1), 'ready sending'],
      [{ type: 'summary.requested' }, 'ready sending settling'],
      [dirtied(false), 'ready sending settling'],
    ]);
    live.done();
    await follow(live, [[dirtied(true), 'ready sending']]);
    expect(live.done()).toEqual([page('first'), { type: 'form.stayed' }]);
  });

  it('is given up before the frame has a page, too, and nobody is told of one', async () => {
    const live = openFrame();
    await follow(live, [
      [{ type: 'frame.shown' }, 'prompt'],
      [progressed(1), 'prompt sending'],
      [{ type: 'summary.requested' }, 'prompt sending settling'],
    ]);
    live.done();
    await follow(live, [[dirtied(true), 'prompt sending']]);
    expect(live.done()).toEqual([{ type: 'form.stayed' }]);
  });

  it('at its end is free when the form server says so, too', async () => {
    const live = await ready();
    await follow(live, [
      [completed(2), 'ready sending completing', { revision: 2, complete: null, hasWorked: true }],
      [dirtied(false), 'ready sending completing'],
    ]);
    live.done();
    await follow(live, [
      [{ answer: 'saveProgress', output: taken(4, true) }, 'ready complete', { complete: true }],
    ]);
    expect(live.done()).toContainEqual({ type: 'form.finished' });
    const wrong = await ready();
    await follow(wrong, [[completed(0), 'ready sending completing', { revision: 0 }]]);
    wrong.done();
    const label = { de: 'Zeugnis', en: 'Certificate' };
    const refusedFiles = [{ name: 'a.pdf', label, code: 'file-infected' }];
    const output = { ...taken(4), refusedFiles };
    await follow(wrong, [
      [{ answer: 'saveProgress', output }, 'ready', { complete: false, isIncomplete: true, refusedFiles }],
    ]);
    expect(selectIsIncomplete(wrong.snapshot() as never)).toBe(true);
    expect(selectRefusedFiles(wrong.snapshot() as never)).toEqual(refusedFiles);
    expect(wrong.done()).toEqual([
      { type: 'form.saved', saved: output },
      page('first'),
      { type: 'form.stayed' },
    ]);
    await follow(wrong, [[completed(1), 'ready sending completing', { isIncomplete: false }]]);
    await follow(wrong, [
      [{ answer: 'saveProgress', output: taken(5) }, 'ready', { isIncomplete: true }],
      [shows('first'), 'ready', { isIncomplete: false }],
    ]);
    const typing = await ready();
    await follow(typing, [[completed(1), 'ready sending completing']]);
    typing.done();
    await follow(typing, [[dirtied(true), 'ready sending', { isIncomplete: false }]]);
    expect(typing.done()).toEqual([page('first'), { type: 'form.stayed' }]);
  });

  it('at its end is free by no answer to an earlier question', async () => {
    const answered = await ready();
    await follow(answered, [
      [progressed(1), 'ready sending'],
      [{ answer: 'saveProgress', output: taken(4, true) }, 'ready', { complete: true }],
      [completed(1), 'ready sending completing'],
    ]);
    const asked = await ready();
    await follow(asked, [
      [progressed(1), 'ready sending'],
      [completed(1), 'ready sending completing'],
      [{ answer: 'saveProgress', output: taken(4, true) }, 'ready sending completing'],
      [{ answer: 'saveProgress', output: taken(5) }, 'ready', { isIncomplete: true }],
    ]);
  });

  it('keeps the highest revision, and forgets that something was missing', async () => {
    const live = await ready();
    await follow(live, [
      [progressed(5), 'ready sending'],
      [completed(2), 'ready sending completing', { revision: 5 }],
      [asks('second'), 'ready sending', { wantedPage: 'second' }],
    ]);
  });

  it('behind it, another page needs a new frame', async () => {
    const over = async () => {
      const live = await ready();
      await follow(live, [[{ type: 'summary.requested' }, 'ready complete']]);
      live.done();
      return live;
    };
    for (const [event, report] of [
      [chooses('second', { returnsToSummary: true }), discarded('second', true)],
      [chooses('second'), discarded('second')],
      [chooses(null, { returnsToSummary: true }), discarded('first', true)],
      [asks('third', true), discarded('third', true)],
    ] as const) {
      const live = await over();
      await follow(live, [[event, 'ready complete']]);
      expect(live.done()).toEqual([report]);
    }
  });
});

describe('the form server’s session', () => {
  it('is prolonged every four minutes for who works, and at once where it ends', async () => {
    const live = await ready();
    expect(live.prolonging()).toBe('idle');
    await live.bring(shows('second'));
    expect(live.prolonging()).toBe('working');
    await live.passTime(239_999);
    expect(live.underWay('prolongForm')).toBe(0);
    await follow(live, [[{ passMs: 1 }, 'ready calling', { hasWorked: false, isExpiring: false }]]);
    expect(live.calls('prolongForm')).toEqual([{ processId: 'p', caseId: 'case' }]);
    await live.answer('prolongForm', undefined);
    expect(live.prolonging()).toBe('idle');
    await live.bring({ type: 'frame.warned' });
    expect([live.prolonging(), selectIsExpiring(live.snapshot() as never)]).toEqual(['idle', true]);
    await follow(live, [[shows('first'), 'ready calling', { isExpiring: false }]]);
    await live.refuse('prolongForm', { code: 'form-server-refused' });
    expect([live.prolonging(), live.context().over]).toEqual(['idle', null]);
  });

  it('that is lost ends the frame, and is not prolonged after that', async () => {
    const live = await ready();
    await follow(live, [
      [shows('second'), 'ready'],
      [{ type: 'frame.warned' }, 'ready calling'],
      [
        { refuse: 'prolongForm', error: { code: 'form-session-lost' } },
        'lost',
        { over: { code: 'form-session-lost' } },
      ],
      [shows('second'), 'lost', { hasWorked: true }],
    ]);
    expect(live.prolonging()).toBe('idle');
    const working = await ready();
    await follow(working, [
      [shows('second'), 'ready'],
      [{ type: 'frame.flooded' }, 'refused'],
    ]);
    expect(working.prolonging()).toBe('idle');
  });
});
