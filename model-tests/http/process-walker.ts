import { expect } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { ProcessEvent, ProcessInput, ProcessState } from '#machines/process/process.types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { expectedConflict, expectedSending, expectedStatus } from '../oracle/status-table.ts';
import type { Path } from '../paths/path.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import type { AnnouncementGate } from './announcement-gate.ts';
import { confirmationOf, settled } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import type { Portal } from './portal.ts';
import { offerOfProbe } from './probe-content.ts';
import { attemptToPay } from './process-world.ts';

/** The place in the form; no demonstration person lives there. */
const HOME = 'Zuhause';

export type Stage = { portal: Portal; gate: AnnouncementGate };
type Attempt = { transactionId: string; amountCents: number; state: 'open' | 'paid' };
type Call = (event: ProcessEvent, before: ProcessView) => Promise<unknown>;

/** A process without what the authority tells about it, which may come between two calls. */
const byThePortal = (process: ProcessView | null) => {
  if (!process?.result) return process;
  const { status, statusChecked, course, expected, ...result } = process.result;
  return { ...process, result: { ...result, sent: course.filter(({ fact }) => fact !== 'accepted') } };
};

/** Walks one path of the process machine against the running server, as a browser and the partners would. */
export class ProcessWalker {
  readonly #stage: Stage;
  readonly #person: LoginChoice;
  readonly #client: PortalClient;
  readonly #attempts: Attempt[] = [];
  /** Fees that the path completes with, in their order: the data determines them before it is completed. */
  readonly #fees: number[];
  /** The one place where the offer of the path is made. */
  #area = '';
  /** Id of the process, once it exists. */
  id = '';
  /** True if the person of the session has a postbox; null before the login. */
  #postbox: boolean | null = null;
  /** The place that the account names, which the form names until the person moves. */
  #town = HOME;
  #moves = 0;
  #saves = 0;
  /** The process as it was read after the last call. */
  #after: ProcessView | null = null;
  /** False once the form differs from the one for which the person confirmed the data. */
  formIsAsConfirmed = true;

  /** @param person has a postbox at the account, which the path may close */
  constructor(stage: Stage, path: Path<ProcessEvent>, person: LoginChoice) {
    this.#stage = stage;
    this.#person = person;
    this.#client = stage.portal.client();
    this.#fees = path.steps.flatMap(({ event, refused }) =>
      event.type === 'form.completed' && !refused ? [event.feeCents] : [],
    );
  }

  async begin({ mode, noticeAllowed, hasUser, hasPostbox }: ProcessInput): Promise<void> {
    if (hasUser) await this.#logIn(hasPostbox);
    else await this.#client.call('openPseudo', { body: { locale: 'de' } });
    const offer = offerOfProbe({ mode, noticeAllowed });
    this.#area = offer.area;
    const { id } = await this.#client.call('startProcess', {
      body: { ...offer, externalProcessData: this.#data() },
    });
    this.id = id;
  }

  /** Leaves no submission waiting for the gate. */
  async end(): Promise<void> {
    const process = this.#after;
    if (!process?.facts.running) return;
    await this.#stage.gate.decide(process.messageId!, 'refuse');
    await settled(this.#client, this.id);
  }

  executor(): Executor<ProcessEvent, ProcessState> {
    const handler = (call: Call) => (event: ProcessEvent) => this.#do(call, event);
    const events: ForEveryEvent<ProcessEvent, Promise<Answer>> = {
      'form.progressed': handler((_, before) => this.#save(before)),
      'form.completed': handler((_, before) => this.#complete(before)),
      'place.changed': handler(() =>
        this.#client.call('changePlace', { params: { id: this.id }, body: { area: this.#area } }),
      ),
      'notice.chosen': handler((event, { version }) =>
        this.#client.call('chooseNotice', {
          params: { id: this.id },
          body: { version, electronicNoticeDelivery: event.type === 'notice.chosen' && event.accepted },
        }),
      ),
      'payment.started': handler((_, before) => this.#startPayment(before)),
      'payment.settled': handler((event) =>
        this.#pay(event.type === 'payment.settled' ? event.amountCents : 0),
      ),
      'payment.failed': handler(() => this.#endPayment('FAILED')),
      'payment.cancelled': handler(() => this.#endPayment('CANCELED')),
      'submission.requested': handler(() => this.#submit()),
      'submission.completed': handler((_, before) => this.#decide(before, 'pass')),
      'submission.failed': handler((_, before) => this.#decide(before, 'refuse')),
      'user.changed': handler((event, before) =>
        event.type === 'user.changed' ? this.#persist(event, before) : Promise.reject(event),
      ),
      'conflict.found': handler(() => this.#move()),
      'conflict.settled': handler((_, before) => this.#decideConflict(before)),
      'draft.deleted': handler((event) =>
        this.#client.call('deleteDraft', {
          query: {
            id: this.id,
            paidConsent: event.type === 'draft.deleted' && event.paidConsent ? 'true' : 'false',
          },
        }),
      ),
      'result.acknowledged': handler(() =>
        this.#client.call('acknowledgeResult', { params: { id: this.id } }),
      ),
    };
    const is = (state: ProcessState) => () => expect(this.#after?.status ?? 'deleted').toBe(state);
    return {
      events,
      states: {
        CREATED: is('CREATED'),
        EDITING: is('EDITING'),
        COMPLETED: is('COMPLETED'),
        ELECTRONIC_NOTICE_SELECTED: is('ELECTRONIC_NOTICE_SELECTED'),
        PAYMENT_PENDING: is('PAYMENT_PENDING'),
        PAYMENT_FAILURE: is('PAYMENT_FAILURE'),
        PAID: is('PAID'),
        SUBMITTED: is('SUBMITTED'),
        SUBMIT_FAILURE: is('SUBMIT_FAILURE'),
        deleted: is('deleted'),
      },
    };
  }

  /** Makes the call and compares its answer and the process after it with the handwritten table. */
  async #do(call: Call, event: ProcessEvent): Promise<Answer> {
    // Nothing moves the process between two calls, so the last reading still holds.
    const before = this.#after ?? (await this.#process())!;
    const expected = expectedStatus(before.status, before.facts, event);
    const table = `model-tests/oracle/status-table.ts on ${event.type} in ${before.status}`;
    try {
      await call(event, before);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      expect(error.problem, error.message).toMatchObject({ status: 409, processStatus: before.status });
      this.#after = await this.#process();
      expect(byThePortal(this.#after)).toEqual(byThePortal(before));
      expect(expected, table).toBeNull();
      return 'refused';
    }
    const after = await this.#process();
    this.#after = after;
    expect(after?.status ?? 'deleted', table).toBe(expected);
    if (after) {
      const goesOn = expectedSending(event.type, before, after) && this.formIsAsConfirmed;
      expect(after.facts.running, 'on its way').toBe(goesOn);
      const conflict = expectedConflict(event.type, before.facts, after.facts);
      expect(after.facts.conflictOpen, 'left to decide').toBe(conflict);
      // Nothing moves from here until the gate is instructed.
      if (goesOn && !before.facts.running) await this.#stage.gate.arrived(after.messageId!);
    }
    return 'accepted';
  }

  /** The process as its owner sees it; null when it is gone. */
  async #process(): Promise<ProcessView | null> {
    try {
      return await this.#client.call('getProcess', { params: { id: this.id }, query: {} });
    } catch (error) {
      if (error instanceof Refused && error.problem.code === 'not-found') return null;
      throw error;
    }
  }

  async #logIn(hasPostbox: boolean): Promise<void> {
    const landed = await this.#client.logIn(this.#person, {
      processId: this.id || undefined,
      postboxIsClosed: !hasPostbox,
      movedTo: this.#town,
    });
    expect(landed, 'after the login').toBe('/nutzerkonto?login=SUCCESS');
    this.#postbox = hasPostbox;
  }

  async #save({ version }: ProcessView) {
    // Another entry each time, which no conflict has named.
    this.#saves += 1;
    const data = { ...this.#data(), savedAs: `${this.#saves}` };
    await this.#client.call('saveProgress', {
      params: { id: this.id },
      body: { version, data, page: 'only' },
    });
  }

  #data = () => ({ amount: this.#fees[0] ?? 0, town: HOME });

  /** The account names a place that it has not named before; the login is not new enough to confirm anything. */
  async #move(): Promise<void> {
    this.#moves += 1;
    this.#town = `Ort ${this.#moves}`;
    const landed = await this.#client.logIn(this.#person, {
      sessionIsOld: true,
      postboxIsClosed: this.#postbox === false,
      movedTo: this.#town,
    });
    expect(landed, 'after the login').toBe('/nutzerkonto?login=SUCCESS');
  }

  async #decideConflict({ version }: ProcessView): Promise<void> {
    const params = { id: this.id };
    // Uses the version read before, as every call of a path does.
    const { hash, differences } = await this.#client.call('getConflict', { params, query: {} });
    await this.#client.call('decideConflict', {
      params,
      body: { version, hash, apply: [], correct: differences.map(({ key }) => key) },
    });
  }

  /** Hash of the stored data, as the current form reads it. */
  async hash(): Promise<string> {
    const { hash } = await this.#client.call('getSnapshot', { params: { id: this.id }, query: {} });
    return hash;
  }

  async #complete({ version }: ProcessView) {
    const body = { ...(await confirmationOf(this.#client, this.id)), version };
    await this.#client.call('completeProcess', { params: { id: this.id }, body });
    this.#fees.shift();
  }

  async #startPayment({ version, facts }: ProcessView) {
    const { redirectUrl } = await this.#client.call('startPayment', {
      params: { processId: this.id },
      body: { version },
    });
    const transactionId = new URL(redirectUrl ?? '').pathname.split('/').at(-1)!;
    if (this.#attempts.some((it) => it.transactionId === transactionId)) return;
    this.#attempts.push({ transactionId, amountCents: facts.feeCents, state: 'open' });
  }

  async #pay(amountCents: number) {
    const attempt = attemptToPay(this.#attempts, amountCents)!;
    attempt.state = 'paid';
    await this.#settle(attempt, 'PAYED');
  }

  #endPayment(outcome: 'FAILED' | 'CANCELED') {
    return this.#settle(this.#attempts.at(-1)!, outcome);
  }

  async #settle({ transactionId }: Attempt, outcome: 'PAYED' | 'FAILED' | 'CANCELED') {
    const method = outcome === 'PAYED' ? 'CREDITCARD' : null;
    await this.#stage.portal.partners.payment.control({ action: 'settle', transactionId, outcome, method });
    await this.#client.call('checkPayment', { params: { processId: this.id } });
  }

  #submit() {
    return this.#client.call('submitProcess', { params: { id: this.id } });
  }

  async #decide({ messageId }: ProcessView, verdict: 'pass' | 'refuse') {
    await this.#stage.gate.decide(messageId!, verdict);
    await settled(this.#client, this.id);
  }

  async #persist(event: Extract<ProcessEvent, { type: 'user.changed' }>, before: ProcessView) {
    const { authenticatedAfterCompletion, hasPostbox } = event;
    if (authenticatedAfterCompletion || this.#postbox !== hasPostbox) await this.#logIn(hasPostbox);
    // The login has updated the draft's postbox, and nothing else was due.
    if (!before.facts.running && (await this.#process())?.facts.running) return;
    await this.#client.call('persistProcess', { params: { id: this.id } });
  }
}
