import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import type { Step } from '#machines/application/application.types.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';

import { begunOf, stepHistory } from './step-history.ts';

const address = (step: string | null) => (step === null ? '/formular?id=p' : `/formular?id=p&step=${step}`);
const anonymous = {
  id: 'p',
  facts: { hasUser: false },
  metadata: { leiKaId: '1' },
  area: { key: '2' },
};
const microtasks = () => new Promise((resolve) => setTimeout(resolve));

type Place = { progress: string; formPlace: { page: string; returnsToSummary: boolean } | null };

/** A workflow that can be set to steps, and goes to requested steps that are open. */
function openPortal(process: object) {
  const watchers = new Set<() => void>();
  let place: Place | null = null;
  const application = {
    getSnapshot: () => ({
      context: { process: place && process, formPlace: place?.formPlace ?? null },
      matches: (state: { progress: string | Record<string, string> }) =>
        JSON.stringify(state.progress) === place?.progress,
    }),
    subscribe: (watcher: () => void) => watchers.add(watcher),
  };
  const portal = {
    getSnapshot: () => ({ context: { locale: 'de' }, children: { application } }),
    subscribe: () => undefined,
  } as unknown as Portal;
  const stepStates: Record<string, unknown> = {
    welcome: { open: 'welcome' },
    summary: { open: 'summary' },
    result: 'submitted',
  };
  const show = (step: Step) => {
    const [kind, page] = step.split('.');
    const progress = page ? { open: 'filling' } : (stepStates[step] ?? step);
    place = {
      progress: JSON.stringify(progress),
      formPlace: page ? { page, returnsToSummary: kind === 'change' } : null,
    };
    for (const watcher of watchers) watcher();
  };
  return { portal, show };
}

/** A window at these addresses; `isOpen` determines which requested steps the workflow goes to. */
function openWindow(
  addresses: string[],
  isOpen: (step: string) => boolean = () => true,
  process: object = anonymous,
) {
  const history = createMemoryHistory({ initialEntries: addresses });
  const { portal, show } = openPortal(process);
  const asked: string[] = [];
  const steps = stepHistory(history, portal);
  // The router does this on every change of the address (app.tsx).
  history.subscribe(({ location }) => {
    const step = new URLSearchParams(location.search).get('step') as Step | null;
    if (step !== null && steps.wayTo(location) === 'person') {
      asked.push(step);
      if (isOpen(step)) show(step);
      else steps.refuse();
    }
    steps.told();
  });
  steps.begin();
  const here = () => history.location.href;
  const back = async () => {
    history.back();
    await microtasks();
  };
  const forward = async () => {
    history.forward();
    await microtasks();
  };
  const go = async (step: Step) => {
    show(step);
    await microtasks();
  };
  return { history, asked, here, back, forward, go, beginsAtTop: steps.beginsAtTop };
}

const START = '/formular?leiKaId=1&area=2';

describe('the history of an application', () => {
  it('has an entry for each step behind that of the start', async () => {
    const window = openWindow([START]);
    await window.go('welcome');
    await window.go('page.a');
    expect(window.here()).toBe(address('page.a'));
    await window.back();
    expect(window.here()).toBe(address('welcome'));
    await window.back();
    expect(window.here()).toBe(START);
    expect(window.asked, 'the workflow is asked for what the person goes to, and for nothing else').toEqual([
      'welcome',
    ]);
  });

  it('names the step in an address that named none, or another, without a new entry', async () => {
    for (const first of [address(null), address('result')]) {
      const window = openWindow(['/', first]);
      await window.go('page.a');
      expect(window.here()).toBe(address('page.a'));
      expect(window.history.length).toBe(2);
    }
  });

  it('goes back where the workflow goes back by itself', async () => {
    const window = openWindow([START]);
    await window.go('page.a');
    await window.go('page.b');
    const { length } = window.history;
    await window.go('page.a');
    expect(window.here()).toBe(address('page.a'));
    await window.forward();
    expect(window.here()).toBe(address('page.b'));
    expect(window.history.length).toBe(length);
    await window.go('summary');
    await window.go('change.a');
    await window.go('summary');
    expect(window.history.length).toBe(length + 2);
    await window.back();
    expect(window.here()).toBe(address('page.b'));
  });

  it('begins a step at its top where the workflow has led, and leaves the person where the window stood', async () => {
    const window = openWindow([START]);
    const tops: boolean[] = [];
    const note = () => tops.push(window.beginsAtTop());
    await window.go('page.a');
    note();
    await window.go('page.b');
    note();
    await window.go('page.a');
    note();
    await window.forward();
    note();
    await window.back();
    note();
    await window.go('summary');
    note();
    expect(tops).toEqual([true, true, true, false, false, false]);
  });

  it('becomes one entry when nothing before is open any more: the next "back" leaves it', async () => {
    const isSent = { now: false };
    const window = openWindow([START], (step) => !isSent.now || step === 'result');
    for (const step of ['welcome', 'page.a', 'summary', 'result'] as const) await window.go(step);
    isSent.now = true;
    await window.back();
    expect(window.here()).toBe(address('result'));
    await window.back();
    expect(window.here()).toBe(START);
    await window.forward();
    expect(window.here()).toBe(address('result'));
    await window.forward();
    expect(window.here(), 'what lies ahead is not open either').toBe(address('result'));
  });

  it('stays where it is when the step ahead is not open', async () => {
    const isEdited = { now: false };
    const window = openWindow([START], (step) => !isEdited.now || step !== 'notice');
    for (const step of ['welcome', 'summary', 'notice'] as const) await window.go(step);
    await window.back();
    isEdited.now = true;
    await window.forward();
    expect(window.here()).toBe(address('summary'));
    await window.back();
    expect(window.here(), 'what lies behind is still there').toBe(address('welcome'));
  });

  it('knows in every entry what an application without an account was begun with', async () => {
    const window = openWindow([START]);
    await window.go('page.a');
    await window.go('summary');
    for (const step of ['summary', 'page.a']) {
      expect([window.here(), begunOf(window.history.location)]).toEqual([
        address(step),
        { leiKaId: '1', area: '2' },
      ]);
      await window.back();
    }
    expect(begunOf(window.history.location)).toBeNull();
  });

  it('knows nothing of the kind of one with an account, nor of one that has gone over to it', async () => {
    const process = { ...anonymous, facts: { hasUser: false } };
    const window = openWindow([address(null)], undefined, process);
    await window.go('login');
    expect(begunOf(window.history.location)).not.toBeNull();
    process.facts.hasUser = true;
    await window.go('payment');
    expect(begunOf(window.history.location)).toBeNull();
  });

  it('is put right when another step is shown than the one that was asked for', async () => {
    const window = openWindow([START], (step) => step !== 'page.a');
    for (const step of ['page.a', 'summary', 'notice'] as const) await window.go(step);
    window.history.go(-2);
    await window.go('summary');
    expect(window.here()).toBe(address('summary'));
  });
});
