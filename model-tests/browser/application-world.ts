import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { ProcessView } from '#contract/process.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import { selectStep } from '#machines/application/application.selectors.ts';

import type { ApplicationContext, Step } from '#machines/application/application.types.ts';
import type { Arrow } from '#machines/drawing/arrows.ts';
import { advance, begin, type Row } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import { goesOnByItself } from '#machines/process/process.selectors.ts';
import type { ProcessEvent } from '#machines/process/process.types.ts';
import type { Account, Viewer } from '#machines/session/session.types.ts';
import { offer, processViews } from '../flows/process-views.ts';
import type { Outcome } from '../paths/guards.ts';
import { stateName } from '../paths/subject.ts';
import { enter, take } from '../paths/take.ts';
import type { Beginning, CallOfFlow } from './application-interactions.ts';

/** Knowledge of the server and the partners, in addition to the screen. */
type World = {
  /** The person at the browser, as far as the server knows; `lower` is the same person at a lower trust level. */
  session: Exclude<Viewer, 'unknown'> | 'lower' | 'somebodyElse';
  /** True if the login is more recent than the confirmation of the data. */
  loginIsFresh: boolean;
  process:
    | (Row<typeof processMachine> & { version: number; owner: 'anonymous' | 'account'; isExpired: boolean })
    | null;
  payment: 'none' | 'open' | 'paid' | 'cancelled';
  /** The provider's page of a cancelled payment, where it can still be paid. */
  ended: boolean;
  /** The delivery service holds the application until it decides. */
  delivery: 'none' | 'held' | 'pass' | 'refuse';
  /** The form has been filled in once. */
  isFilled: boolean;
  /** The account names another place than the draft. */
  hasMoved: boolean;
};

const accounts: Partial<Record<World['session'], Account>> = {
  account: { person: 'Kim', providerId: 'nkb', name: 'Kim Muster', trustLevel: 'substantial' },
  lower: { person: 'Kim', providerId: 'nkb', name: 'Kim Muster', trustLevel: 'low' },
  somebodyElse: { person: 'Jo', providerId: 'nkb', name: 'Jo Muster', trustLevel: 'low' },
};

/** A login continues the session that began without an account; a login of another person does not. */
const sessionOf = (session: World['session']): string | null =>
  session === 'none' ? null : session === 'somebodyElse' ? 'theirs' : 'own';

/** The law is the probe's basis for processing data, so there is no other statement. */
export const statements = [{ id: 'correctness', version: 1, text: '', missing: '' }];

type Answer = { output: unknown } | { code: string };

/** The application on the screen and the world around it; moves by what happens, and records the arrows taken. */
export class ApplicationModel {
  readonly beginning: Beginning;
  world: World;
  snapshot: AnyMachineSnapshot | null = null;
  arrows: Arrow[] = [];
  /** Answers of guards on these arrows. */
  outcomes: Outcome[] = [];
  #input: unknown = null;

  constructor(beginning: Beginning) {
    this.beginning = beginning;
    this.world = {
      session: beginning.loggedIn ? 'account' : 'none',
      loginIsFresh: false,
      process: null,
      payment: 'none',
      ended: false,
      delivery: 'none',
      isFilled: false,
      hasMoved: false,
    };
  }

  copy(): ApplicationModel {
    const copy = new ApplicationModel(this.beginning);
    copy.world = { ...this.world };
    copy.snapshot = this.snapshot;
    copy.#input = this.#input;
    copy.feeCents = this.feeCents;
    return copy;
  }

  get context(): ApplicationContext | null {
    return (this.snapshot?.context ?? null) as ApplicationContext | null;
  }

  /** The state of the progress; the texts are a parallel region. */
  get state(): string {
    if (!this.snapshot) return 'nowhere';
    return stateName((this.snapshot.value as { progress: unknown }).progress);
  }

  get isStale(): boolean {
    return this.context?.process?.version !== this.world.process?.version;
  }

  /** The texts are still in the previous language. */
  get isForeign(): boolean {
    return (this.snapshot?.value as { texts?: string } | undefined)?.texts === 'outdated';
  }

  /** The facts that decide about all further events. */
  get key(): string {
    const { process, ...world } = this.world;
    const {
      process: view,
      viewer,
      account,
      draft,
      sendsWhenReady,
      loginOutcome,
      offer: offered,
    } = this.context ?? {};
    const { refundDueCents: _, ...facts } = process?.context ?? { refundDueCents: 0 };
    return `${this.state} ${JSON.stringify({
      world,
      process: process && { state: process.state, facts, owner: process.owner, isExpired: process.isExpired },
      stale: view ? this.isStale : null,
      viewer,
      level: account?.trustLevel,
      feeCents: this.feeCents,
      draft: Boolean(draft),
      sendsWhenReady,
      loginOutcome,
      offered: Boolean(offered),
      foreign: this.isForeign,
    })}`;
  }

  /** Reloads the page. */
  load(
    start: ApplicationContext['start'],
    options: {
      first: 'person' | 'page';
      loggedIn?: boolean;
      failing: CallOfFlow | undefined;
      step?: Step;
    },
  ): void {
    this.#input = {
      start,
      step: options.step ?? null,
      locale: 'de',
      viewer: 'unknown',
      account: null,
      loginOutcome: options.loggedIn ? 'SUCCESS' : null,
    };
    const { snapshot, arrows, outcomes } = enter(applicationMachine, this.#input);
    this.snapshot = snapshot;
    this.arrows.push(...arrows);
    this.outcomes.push(...outcomes);
    if (options.first === 'page') this.#settle(options.failing);
    this.meet(options.failing);
    this.#settle(options.failing);
  }

  /** Logs in on the server. */
  logIn(): void {
    this.world.session = 'account';
    this.world.loginIsFresh = !['CREATED', 'EDITING'].includes(this.world.process?.state ?? 'CREATED');
  }

  /** Reports who is logged in, as the session does. */
  meet(failing?: CallOfFlow): void {
    const { session } = this.world;
    const account = accounts[session] ?? null;
    const viewer: Viewer = session === 'none' || session === 'anonymous' ? session : 'account';
    if (this.context?.viewer !== viewer || this.context.account !== account)
      this.send(
        { type: 'viewer.changed', viewer, account, session: sessionOf(session) } as EventObject,
        failing,
      );
  }

  /**
   * Takes an event, then everything that the server answers to it.
   * @param meanwhile a step that the address names before that
   */
  send(event: EventObject, failing?: CallOfFlow, meanwhile?: Step): void {
    this.#take(event);
    if (meanwhile) this.#take({ type: 'step.requested', step: meanwhile } as EventObject);
    this.#settle(failing);
  }

  /** The step in the address; null while there is none. */
  get step(): Step | null {
    return this.snapshot && selectStep(this.snapshot as never);
  }

  /** The address names another step; where the data is open, the form has to go there. */
  ask(step: Step, failing?: CallOfFlow): void {
    const isOpen = this.state.startsWith('open.');
    this.#take({ type: 'step.requested', step } as EventObject);
    if (isOpen && step === 'summary') this.#take({ type: 'form.finished' });
    if (isOpen && step === 'page.nowhere') this.#take({ type: 'form.stayed' });
    this.#settle(failing);
  }

  /** Fires the timer of the present state. */
  passTime(failing?: CallOfFlow): void {
    const timer = this.snapshot!._nodes.flatMap(({ after }) => after)[0]!;
    this.send({ type: String(timer.eventType) }, failing);
  }

  /** Moves the process on the server; returns whether the workflow allowed it. */
  move(event: ProcessEvent, byService = false): boolean {
    const { process } = this.world;
    if (!process) return false;
    const moved = advance(processMachine, process, event);
    if (!moved.accepted) return false;
    this.world.process = { ...process, ...moved, version: process.version + (byService ? 0 : 1) };
    this.#goOn();
    return true;
  }

  /** Paid means sent: the server takes the next step automatically. */
  #goOn(): void {
    if (!goesOnByItself(this.world.process!)) return;
    this.move({ type: 'submission.requested' }, true);
    this.world.delivery = 'held';
  }

  #take(event: EventObject): void {
    const { snapshot, arrows, outcomes } = take(applicationMachine, this.#input, this.snapshot!, event);
    this.snapshot = snapshot;
    this.arrows.push(...arrows);
    this.outcomes.push(...outcomes);
  }

  #settle(failing: CallOfFlow | undefined): void {
    for (;;) {
      // The form of the probe has one page, which it reports as soon as it is open.
      if (this.state === 'open.filling' && this.context!.formPlace === null) {
        this.#take({ type: 'form.pageOpened', page: 'only', returnsToSummary: false } as EventObject);
      }
      const call = this.snapshot!._nodes.flatMap(({ invoke }) => invoke).find(
        ({ src }) => String(src) in this.#service,
      );
      if (!call) return;
      const src = String(call.src) as CallOfFlow;
      const answer = src === failing ? { code: 'network' } : this.#service[src]();
      if ('code' in answer && answer.code === 'login-required') this.#noticeEnd();
      const type = 'code' in answer ? 'error' : 'done';
      const end = 'code' in answer ? { error: answer } : answer;
      const event = { type: `xstate.${type}.actor.${call.id}`, actorId: call.id, ...end };
      this.#take(event);
    }
  }

  /** The window learns from a refused call that the session is over. */
  #noticeEnd(): void {
    if (this.context?.viewer === 'account' || this.context?.viewer === 'anonymous') {
      this.#take({ type: 'viewer.changed', viewer: 'none', account: null, session: null } as EventObject);
    }
  }

  /** Answers of the server to each call (spec section 7), by the process workflow. */
  readonly #service: Record<CallOfFlow, () => Answer> = {
    loadOffer: () => {
      const { start } = this.context!;
      if (start.kind === 'service' && start.leiKaId === 'unknown') return { code: 'service-not-found' };
      const isElsewhere = start.kind === 'service' && start.area === 'elsewhere';
      return { output: { offer: isElsewhere ? null : this.#offer, areaName: 'Kiel' } };
    },
    loadTexts: () =>
      this.context!.process === null ? { output: this.#offer } : this.#owned(() => ({ output: this.#offer })),
    findDraft: () => ({
      output: this.#isMine() && this.world.process?.state !== 'SUBMITTED' ? this.view() : null,
    }),
    loadProcess: () => this.#owned(() => ({ output: this.view() })),
    openAnonymousSession: () => {
      this.world.session = 'anonymous';
      this.#take({
        type: 'viewer.changed',
        viewer: 'anonymous',
        account: null,
        session: sessionOf('anonymous'),
      } as EventObject);
      return { output: undefined };
    },
    startProcess: () => {
      const { mode, noticeAllowed, hasPostbox } = this.beginning;
      const hasUser = this.world.session === 'account';
      const input = { mode, noticeAllowed, hasUser, hasPostbox: hasUser && hasPostbox, feeCents: 0 };
      const owner = hasUser ? 'account' : 'anonymous';
      this.world.process = { ...begin(processMachine, input), version: 1, owner, isExpired: false };
      return { output: this.view() };
    },
    takeOver: () =>
      this.#owned(() => {
        const authenticatedAfterCompletion = this.world.loginIsFresh;
        const { hasPostbox } = this.beginning;
        if (!this.move({ type: 'user.changed', authenticatedAfterCompletion, hasPostbox })) return conflict;
        this.world.process!.owner = 'account';
        return { output: this.view() };
      }),
    changePlace: () =>
      this.#owned(() => {
        const { mode, noticeAllowed } = this.beginning;
        // No data changes, so no version does.
        const isMoved = this.move({ type: 'place.changed', mode, noticeAllowed, feeCents: 0 }, true);
        return isMoved ? { output: this.view() } : conflict;
      }),
    loadSummary: () =>
      this.#owned(() => ({
        output: {
          lang: this.context!.locale,
          version: this.world.process!.version,
          hash: 'h',
          pages: [],
          errors: [],
          feeCents: 0,
          missedArea: null,
          source: null,
          statements,
          facts: this.world.process!.context,
          metadata: this.#offer,
          area: this.view().area,
        },
      })),
    completeProcess: () =>
      this.#owned(() => {
        const fee = { type: 'form.completed', feeCents: this.feeCents } as const;
        if (!advance(processMachine, this.world.process!, fee).accepted) return conflict;
        if (this.context!.summary!.version !== this.world.process!.version)
          return { code: 'version-conflict' };
        this.move(fee);
        this.world.loginIsFresh = false;
        return { output: this.view() };
      }),
    chooseNotice: () =>
      this.#owned(() => {
        if (this.isStale) return { code: 'version-conflict' };
        if (!this.move({ type: 'notice.chosen', accepted: true })) return conflict;
        return { output: this.view() };
      }),
    startPayment: () =>
      this.#owned(() => {
        if (this.isStale || !this.move({ type: 'payment.started' })) return conflict;
        this.world.payment = 'open';
        return { output: { redirectUrl: 'http://pay.example', process: this.view() } };
      }),
    checkPayment: () =>
      this.#owned(() => {
        this.settlePayment();
        return { output: this.view() };
      }),
    submitProcess: () =>
      this.#owned(() => {
        if (!this.move({ type: 'submission.requested' })) return conflict;
        this.world.delivery = 'held';
        return { output: this.view() };
      }),
    acknowledgeResult: () =>
      this.#owned(() => {
        if (!this.move({ type: 'result.acknowledged' })) return conflict;
        return { output: this.view() };
      }),
  };

  /** The fee for the stored data, as the form of the probe defines it. */
  feeCents = 0;

  /** Records the report of the provider. */
  settlePayment(): void {
    const { payment } = this.world;
    if (payment === 'paid') this.move({ type: 'payment.settled', amountCents: this.feeCents }, true);
    if (payment === 'cancelled') this.move({ type: 'payment.cancelled' }, true);
    if (payment === 'cancelled') this.world.ended = true;
    if (payment !== 'open') this.world.payment = 'none';
  }

  #isMine(): boolean {
    const { session, process } = this.world;
    // A login in the same window keeps an application without an account until it is handed over.
    if (process?.owner === 'anonymous') return session !== 'none';
    return process !== null && (session === 'account' || session === 'lower');
  }

  #owned(answer: () => Answer): Answer {
    if (this.world.session === 'none') return { code: 'login-required' };
    if (!this.#isMine()) return { code: 'not-found' };
    const { isExpired, owner, state } = this.world.process!;
    if (state === 'SUBMITTED') return answer();
    if (isExpired) return { code: 'draft-expired' };
    const isBelow = this.world.session === 'lower' && owner === 'account';
    return isBelow ? { code: 'trust-level-too-low' } : answer();
  }

  get #offer() {
    const { mode, noticeAllowed, trustLevel } = this.beginning;
    const lang = this.context!.locale;
    return {
      ...offer,
      lang,
      mode,
      trustLevel,
      forceWelcomePage: true,
      allowElectronicNoticeDelivery: noticeAllowed,
    };
  }

  /** The process as the server returns it. */
  view(): ProcessView {
    const { state, context, version } = this.world.process!;
    return {
      ...processViews.created,
      id: 'p',
      version,
      status: state as ProcessView['status'],
      facts: context,
      metadata: this.#offer,
    };
  }
}

const conflict: Answer = { code: 'status-conflict' };
