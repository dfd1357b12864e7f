import { expect } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { SummaryView } from '#contract/summary.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import {
  type ApplicationScreen,
  selectIsBusy,
  selectScreen,
  selectStep,
} from '#machines/application/application.selectors.ts';
import type { ApplicationContext, ApplicationInput, Step } from '#machines/application/application.types.ts';
import type { Account, Seen } from '#machines/session/session.types.ts';
import { applicationEnds } from './application.subject.ts';
import type { Step as FlowStep } from './follow.ts';
import { type Live, runLive } from './live.ts';
import { offer, processViews } from './process-views.ts';

/** Actions of an application outside of it: in the form, in the provider's window, in the address. */
const OUTSIDE = [
  'tellForm',
  'tellConflict',
  'refuseStep',
  'sayWhyClosed',
  'announceProcess',
  'tellLostFiles',
  'openProviderWindow',
  'leadWindowToProvider',
  'closeProviderWindow',
];

/** Each state's screen, and the step that the address names there; `undefined` if it depends on the page. */
export const LOOKS: Record<string, [ApplicationScreen, Step | null | undefined]> = {
  openingOffer: ['loading', null],
  takingOver: ['loading', null],
  refreshing: ['loading', null],
  'open.welcome': ['welcome', 'welcome'],
  'open.filling': ['form', undefined],
  'open.summary': ['summary', 'summary'],
  conflict: ['conflict', 'conflict'],
  confirmed: ['confirmed', 'summary'],
  notice: ['notice', 'notice'],
  login: ['login', 'login'],
  payment: ['payment', 'payment'],
  ready: ['ready', 'submission'],
  sending: ['submission', 'submission'],
  submitting: ['submission', 'submission'],
  submitFailed: ['submitFailed', 'submission'],
  submitted: ['result', 'result'],
  notOffered: ['notOffered', null],
  notFound: ['notFound', null],
  levelTooLow: ['levelTooLow', null],
  expired: ['expired', null],
  ended: ['ended', null],
  failed: ['failed', null],
};

/** States in which the person waits for an answer. */
const BUSY: readonly string[] = [
  'openingOffer',
  'starting.waiting',
  'starting.lookingForDraft',
  'starting.openingSession',
  'starting.creating',
  'takingOver',
  'refreshing',
  'open.welcome.changingPlace',
  'open.summary.loading',
  'open.summary.completing',
  'confirmed.loading',
  'notice.saving',
  'payment.starting',
  'sending',
];

export const aService = { kind: 'service', leiKaId: offer.leiKaId, area: '010020000000' } as const;
export const aProcess = { kind: 'process', processId: 'p' } as const;

const account: Account = { person: 'Kim', providerId: 'nkb', name: 'Kim Muster', trustLevel: 'low' };
export const kim: Seen = { viewer: 'account', account, session: 's1' };
export const jo: Seen = { viewer: 'account', account: { ...account, person: 'Jo' }, session: 's2' };
export const anonymous: Seen = { viewer: 'anonymous', account: null, session: 's0' };
export const nobody: Seen = { viewer: 'none', account: null, session: null };
export const seen = (who: Seen) => ({ type: 'viewer.changed', ...who }) as const;

/** The only statement of every summary here. */
export const ticked = { type: 'statement.changed', id: 'correctness', given: true } as const;

export const network = { code: 'network' };
export const asks = (step: string) => ({ type: 'step.requested', step }) as never;
export const reads = (locale: string) => ({ type: 'locale.changed', locale }) as never;
export const changes = (page?: string) => ({ type: 'data.changeRequested', ...(page && { page }) }) as never;
export const chooses = (accepted: boolean) => ({ type: 'notice.chosen', accepted }) as never;
/** An event for the form, as an action outside. */
export const told = (event: object) => ['tellForm', event];

export const summaryOf = ({ facts, metadata, area }: ProcessView): SummaryView => ({
  lang: 'de',
  version: 3,
  hash: 'h',
  pages: [],
  errors: [],
  feeCents: 0,
  missedArea: null,
  source: null,
  statements: [{ id: 'correctness', version: 1, text: 'Stimmt.', missing: 'Stimmt?' }],
  mail: { to: 'petra@example.com', wanted: true },
  facts,
  metadata,
  area,
});

/** From the form to its summary, and on to the confirmation. */
export const toSummary = (summary: object): FlowStep[] => [
  [{ type: 'form.finished' }, 'open.summary.loading'],
  [{ answer: 'loadSummary', output: summary }, 'open.summary.shown'],
];
export const confirming: FlowStep[] = [
  [ticked, 'open.summary.shown'],
  [{ type: 'summary.confirmed' }, 'open.summary.completing', { problem: null }],
];

/** A running application, its actions outside, and a check of what it shows. */
export type OpenApplication = Live & {
  context: () => ApplicationContext;
  /** Actions outside since the last call: the name, or name and details. */
  done: () => unknown[];
};

/** Opens an application for the service without a session, in German, unless the input differs. */
export function openApplication(input: Partial<ApplicationInput> = {}): OpenApplication {
  const done: unknown[] = [];
  const note = (name: string) => (_: unknown, details?: unknown) =>
    void done.push(details === undefined ? name : [name, details]);
  const actions = Object.fromEntries(OUTSIDE.map((name) => [name, note(name)]));
  const start: ApplicationInput = {
    start: aService,
    locale: 'de',
    viewer: 'none',
    account: null,
    session: null,
    loginOutcome: null,
    ...input,
  };
  const machine = applicationMachine.provide({ actions } as never);
  const live = runLive(machine, () => start, [...Object.keys(applicationEnds), 'form', 'conflict']);
  return {
    ...live,
    context: () => live.snapshot().context as ApplicationContext,
    done: () => done.splice(0),
    state: () => {
      const state = live
        .state()
        .replace('progress.', '')
        .replace('+texts.present', '')
        .replace('+following.settled', '');
      looksAs(state.split('+')[0]!, live);
      return state;
    },
  };
}

function looksAs(state: string, live: Live): void {
  const snapshot = live.snapshot() as never;
  expect(selectIsBusy(snapshot), `${state} is busy`).toBe(BUSY.includes(state));
  const name = Object.keys(LOOKS).find((it) => state === it || state.startsWith(`${it}.`));
  if (name === undefined) {
    expect(state, 'a state that the table does not know').toMatch(/^starting\./);
    const isUnknown = (live.snapshot().context as ApplicationContext).viewer === 'unknown';
    expect([selectScreen(snapshot), selectStep(snapshot)]).toEqual([isUnknown ? 'loading' : 'start', null]);
    return;
  }
  const [screen, step] = LOOKS[name]!;
  expect(selectScreen(snapshot), `the screen of ${state}`).toBe(screen);
  if (step !== undefined) expect(selectStep(snapshot), `the step of ${state}`).toBe(step);
}

/** An application that exists, opened by its session, in a situation. */
export async function openProcess(
  process: ProcessView | keyof typeof processViews,
  input: Partial<ApplicationInput> = {},
): Promise<OpenApplication> {
  const live = openApplication({ start: aProcess, ...anonymous, ...input });
  await live.answer('loadProcess', typeof process === 'string' ? processViews[process] : process);
  live.done();
  return live;
}
