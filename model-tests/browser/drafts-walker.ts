import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { DraftsEvent } from '#machines/drafts/drafts.types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { DraftsStep } from '../flows/drafts.subject.ts';
import { complete, fillIn, submit } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import type { DraftName } from './drafts-world.ts';
import { driveClock, hasTimer, passTime } from './driven-clock.ts';
import { eventually } from './eventually.ts';
import { RequestGate } from './request-gate.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

export type DraftsState =
  | 'loading'
  | 'failed'
  | 'shown'
  | 'refreshing'
  | 'choosingMails'
  | 'confirming'
  | 'confirmingPaid'
  | 'deleting'
  | 'reconsidering'
  | 'marking'
  | 'repeating';

const PERSON: LoginChoice = 'leczyca:eID';
/** The list of drafts, the deletion of one of them, the choice about e-mails, and the calls about a sent application. */
const CALLS = /\/api\/(processes\?|process\/[^/]+\/(mails|seen|again)$)/;
const FIRST_REFRESH_MS = 3_000;
const LONGEST_REFRESH_MS = 20_000;
const FEE = 60;

/** A draft shown on the screen, and its transaction at the payment service. */
type Own = { id: string; transactionId: string };

/** A person at their personal area. Another window and the payment service change facts that the page does not know. */
export class DraftsWalker implements PathWalker<DraftsStep, DraftsState> {
  readonly #stage: Stage;
  /** Another window of the person. */
  readonly #client: PortalClient;
  visitor!: Visitor;
  #gate!: RequestGate;
  readonly #own = new Map<DraftName, Own>();
  /** Drafts that exist, according to the path. */
  readonly #there = new Set<DraftName>(['unpaid', 'paid', 'moving']);
  readonly #isPaid = new Set<DraftName>(['paid']);
  /** The last list that the page has received. */
  #listed: { names: DraftName[]; paid: DraftName[] } = { names: [], paid: [] };
  #chosen: DraftName = 'unpaid';
  #refreshes = 0;
  #hasAgreed = false;
  #isMissed = false;
  /** The sent application, whose news nobody has seen at the beginning. */
  #sent = '';
  #isSeen = false;
  /** The last list that the page has received has news. */
  #hasNews = false;
  /** The message about the application that was repeated last. */
  #repeated: 'done' | 'failed' | null = null;
  /** Drafts that were made by repeating. */
  #copies = 0;
  /** The message above the lists. */
  #told: 'deleted' | 'gone' | 'failed' | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#client = stage.portal.client();
  }

  get #page(): Page {
    return this.visitor.page;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    await this.#client.logIn(PERSON);
    this.#sent = await this.#send();
    for (const name of this.#there) this.#own.set(name, await this.#prepare(name));
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { context } = this.visitor.watched;
    await driveClock(context);
    for (const [name, value] of this.#client.cookies)
      await context.addCookies([{ name, value, url: portal.url }]);
    this.#gate = await RequestGate.before(context, CALLS);
    await this.#page.goto(hrefOf.account(locale));
  }

  /** Sends an application, and waits for the authority's answer. */
  async #send(): Promise<string> {
    const { id } = await fillIn(this.#client, 'hundesteuer');
    await complete(this.#client, id);
    await submit(this.#client, id);
    const news = async () =>
      (await this.#client.call('listSent', { query: {} })).find((sent) => sent.id === id)?.newsSince;
    await eventually(async () => typeof (await news()), 'string');
    return id;
  }

  /** Money may still arrive for a payment that was given up, while the form is filled in again. */
  async #prepare(name: DraftName): Promise<Own> {
    const { id } = await fillIn(this.#client, 'fischereischein');
    const { version } = await complete(this.#client, id);
    const { redirectUrl } = await this.#client.call('startPayment', {
      params: { processId: id },
      body: { version },
    });
    const own = { id, transactionId: redirectUrl!.split('/').at(-1)! };
    if (name === 'moving') return own;
    const failed = await this.#report(own, 'CANCELED');
    const { data } = await this.#client.openForm({ params: { id }, query: {} });
    const body = { version: failed.version, data, page: null };
    await this.#client.call('saveProgress', { params: { id }, body });
    if (name === 'paid') await this.#report(own, 'PAYED');
    return own;
  }

  async #report({ id, transactionId }: Own, outcome: 'CANCELED' | 'PAYED') {
    const method = outcome === 'PAYED' ? 'CREDITCARD' : null;
    await this.#stage.portal.partners.payment.control({ action: 'settle', outcome, method, transactionId });
    return this.#client.call('checkPayment', { params: { processId: id } });
  }

  /** All drafts that the person has not deleted exist, and no others. */
  async end(): Promise<void> {
    await this.visitor.leave();
    const left = await this.#ids();
    await this.#report(this.#own.get('moving')!, 'CANCELED');
    for (const id of left) await this.#delete(id);
    await this.#client.call('markSeen', {
      params: { id: this.#sent },
      body: { status: 'SUCCESSFULLY_SUBMITTED' },
    });
    const expected = [...this.#there].map((name) => this.#own.get(name)!.id);
    expect(left).toEqual(expect.arrayContaining(expected));
    expect(left.length).toBe(expected.length + this.#copies);
  }

  async #ids(): Promise<string[]> {
    return (await this.#client.call('listDrafts', { query: {} })).map(({ id }) => id);
  }

  #delete(id: string) {
    return this.#client.call('deleteDraft', { query: { id, paidConsent: 'true' } });
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<DraftsStep, DraftsState> {
    const handler =
      <E extends DraftsStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<DraftsStep, Promise<Answer>> = {
      'draft.deleteRequested': handler((event) => this.#ask(event)),
      'deletion.confirmed': handler(() => this.#confirm()),
      'deletion.cancelled': handler(() => this.#inDialog('delete.cancel').click()),
      'consent.changed': handler(async ({ agreed }) => {
        this.#hasAgreed = agreed;
        this.#isMissed = false;
        await this.#consent.setChecked(agreed);
      }),
      'course.opened': handler(async () => {
        const course = this.#sentCard.locator('details').first();
        // It is still open from a try that failed.
        if ((await course.getAttribute('open')) !== null) await course.locator('summary').click();
        await course.locator('summary').click();
      }),
      'repeat.requested': handler(async () => {
        this.#repeated = null;
        await this.#sentCard.getByRole('button').click();
      }),
      'tab.left': handler(() => this.#turn('hidden', 0)),
      'tab.returned': handler(async ({ awayMs }) => {
        this.#refreshes = 0;
        await this.#turn('visible', awayMs);
      }),
      'mails.chosen': handler(({ wanted }) => this.#mails.setChecked(wanted)),
      'list.refreshRequested': handler(() => this.visitor.button('account:retry').click()),
      'locale.changed': handler(async () => {
        const locale = this.visitor.locale === 'de' ? 'en' : 'de';
        await this.#page.locator(`a[hreflang="${locale}"]:visible`).first().click();
        this.visitor.locale = locale;
        this.#repeated = this.#repeated === 'done' ? null : this.#repeated;
        await this.#page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' });
        // A call that was on its way is given up a moment later than the page shows the other language.
        await eventually(async () => (await this.#gate.address()).searchParams.get('lang'), locale);
      }),
      // One page has all that these paths are about; the screen's own tests go to others (account-screen.test.tsx).
      'list.asked': () => Promise.reject(new Error('no path asks for another page')),
      'xstate.done': handler(({ actorId }) => this.#succeed(actorId)),
      'xstate.error': handler(({ actorId, error }) => this.#fail(actorId, (error as { code: string }).code)),
      'xstate.after': handler(async () => {
        const pause = Math.min(FIRST_REFRESH_MS * 2 ** this.#refreshes, LONGEST_REFRESH_MS);
        await hasTimer(this.#page, pause);
        await passTime(this.#page, pause - 1);
        await this.#gate.quiet();
        await passTime(this.#page, 1);
        this.#refreshes += 1;
      }),
    };
    return {
      events,
      states: {
        loading: async () => {
          await this.#gate.asked();
          await this.#page.locator('.sp-skeleton').waitFor();
          await eventually(() => this.#card('moving').count(), 0);
        },
        failed: async () => {
          await this.#alert('failed')
            .filter({ hasText: this.#text('safe') })
            .waitFor();
          await this.visitor.button('account:retry').waitFor();
          await eventually(() => this.#card('moving').count(), 0);
        },
        shown: async () => {
          await this.#dialog.waitFor({ state: 'detached' });
          await this.#gate.quiet();
          await this.#seesLists();
        },
        refreshing: async () => {
          await this.#gate.asked();
          await this.#seesLists();
        },
        choosingMails: async () => {
          await this.#gate.asked();
          await eventually(() => this.#mails.isChecked(), false);
        },
        confirming: () => this.#seesQuestion(),
        confirmingPaid: () => this.#seesPaidQuestion(),
        deleting: () => this.#waitsForServer(),
        reconsidering: () => this.#waitsForServer(),
        marking: async () => {
          await this.#gate.asked();
          await this.#seesLists();
        },
        repeating: async () => {
          await this.#gate.asked();
          await this.#sentCard.getByText(this.visitor.text('following:repeat.busy')).waitFor();
          await this.#seesLists();
        },
      },
    };
  }

  // Checks of the screen

  async #seesLists(): Promise<void> {
    const { names, paid } = this.#listed;
    for (const name of this.#own.keys()) {
      const card = this.#card(name);
      await eventually(() => card.count(), names.includes(name) ? 1 : 0);
      if (!names.includes(name)) continue;
      const isPending = name === 'moving';
      await card
        .getByText(this.#text(isPending ? 'drafts.kept' : 'drafts.delete'))
        .first()
        .waitFor();
      await eventually(() => card.getByRole('button').count(), isPending ? 0 : 1);
      await eventually(
        () => card.getByText(this.#text('drafts.paid'), { exact: true }).count(),
        paid.includes(name) ? 1 : 0,
      );
    }
    const mark = this.visitor.text('following:since', { date: '' });
    await eventually(() => this.#sentCard.getByText(mark).count(), this.#hasNews ? 1 : 0);
    const repeats = { done: 'following:repeat.done.text', failed: 'following:repeat.safe' };
    for (const [name, key] of Object.entries(repeats)) {
      const note = this.#notes.filter({ hasText: this.visitor.text(key) });
      await eventually(() => note.count(), name === this.#repeated ? 1 : 0);
    }
    const service = 'service';
    const pattern = (key: string) => new RegExp(this.#text(key, { service }).split(service).at(-1)!);
    const notes = {
      deleted: this.#notes.filter({ hasText: pattern('deleted') }),
      gone: this.#notes.filter({ hasText: this.#text('delete.refused.gone.text') }),
      failed: this.#notes.filter({ hasText: this.#text('delete.failed') }),
    };
    for (const [name, note] of Object.entries(notes))
      await eventually(() => note.count(), name === this.#told ? 1 : 0);
  }

  async #seesQuestion(): Promise<void> {
    await this.#dialog.getByText(this.#text('delete.first.title'), { exact: true }).waitFor();
    await this.#isUntouched();
  }

  async #seesPaidQuestion(): Promise<void> {
    await this.#dialog.getByText(this.#text('delete.paid.title'), { exact: true }).waitFor();
    await this.#dialog.getByText(this.#text('delete.paid.consent', { amount: this.#fee })).waitFor();
    expect(await this.#consent.isChecked()).toBe(this.#hasAgreed);
    const missing = this.#dialog.getByText(this.#text('delete.paid.missing'));
    await eventually(() => missing.count(), this.#isMissed ? 1 : 0);
    await this.#isUntouched();
  }

  /** Nothing is deleted before the person confirms the last question. */
  async #isUntouched(): Promise<void> {
    await this.#gate.quiet();
    const isThere = (await this.#ids()).includes(this.#own.get(this.#chosen)!.id);
    expect(isThere).toBe(this.#there.has(this.#chosen));
  }

  async #waitsForServer(): Promise<void> {
    await this.#gate.asked();
    await this.#dialog.locator('footer button[aria-disabled=true]').waitFor();
  }

  // Actions of the person

  async #ask({ draft }: Extract<DraftsEvent, { type: 'draft.deleteRequested' }>): Promise<void> {
    this.#chosen = draft.id as DraftName;
    this.#told = null;
    this.#hasAgreed = false;
    this.#isMissed = false;
    await this.#card(this.#chosen).getByRole('button').click();
  }

  /** The page goes out of view, or comes back into it after a time. */
  async #turn(state: DocumentVisibilityState, afterMs: number): Promise<void> {
    await this.#page.evaluate(
      ({ is, ms }) => {
        window.drivenClock.sleep(ms);
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => is });
        document.dispatchEvent(new Event('visibilitychange'));
      },
      { is: state, ms: afterMs },
    );
  }

  async #confirm(): Promise<void> {
    const isSecond = await this.#consent.isVisible();
    this.#isMissed = isSecond && !this.#hasAgreed;
    await this.#inDialog(isSecond ? 'delete.paid.ok' : 'delete.first.ok').click();
  }

  // Answers of the server

  async #succeed(actorId: string): Promise<void> {
    expect((await this.#gate.pass()).ok()).toBe(true);
    if (actorId.endsWith('marking')) {
      this.#isSeen = true;
      return;
    }
    if (actorId.endsWith('repeating')) {
      this.#repeated = 'done';
      this.#copies += 1;
      return;
    }
    if (!actorId.endsWith('deleting')) {
      this.#hasNews = !this.#isSeen;
      const names = [...this.#there];
      if (actorId.endsWith('reconsidering')) {
        if (!this.#there.has(this.#chosen)) this.#told = 'gone';
        this.#hasAgreed = false;
        this.#isMissed = false;
      }
      this.#listed = { names, paid: names.filter((name) => this.#isPaid.has(name)) };
      return;
    }
    this.#there.delete(this.#chosen);
    this.#listed.names = this.#listed.names.filter((name) => name !== this.#chosen);
    this.#told = 'deleted';
  }

  async #fail(actorId: string, code: string): Promise<void> {
    if (code === 'network') {
      await this.#gate.fail();
      if (actorId.endsWith('repeating')) this.#repeated = 'failed';
      if (/deleting|reconsidering/.test(actorId)) this.#told = 'failed';
      return;
    }
    const own = this.#own.get(this.#chosen)!;
    if (code === 'status-conflict') {
      if (!this.#isPaid.has(this.#chosen)) await this.#report(own, 'PAYED');
      this.#isPaid.add(this.#chosen);
    } else if (this.#there.has(this.#chosen)) {
      await this.#delete(own.id);
      this.#there.delete(this.#chosen);
    }
    expect((await this.#gate.pass()).ok()).toBe(false);
  }

  // Texts on the page

  get #fee(): string {
    const tag = this.visitor.locale === 'de' ? 'de-DE' : 'en-GB';
    return new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }).format(FEE);
  }

  #card(name: DraftName): Locator {
    const link = this.#page.locator(`a[href*="${this.#own.get(name)!.id}"]`);
    return this.#page.locator('main li', { has: link });
  }

  get #sentCard(): Locator {
    return this.#page.locator(`#sent-${this.#sent}`);
  }

  get #notes(): Locator {
    return this.#page.locator('main .kern-alert');
  }

  #alert(key: string): Locator {
    return this.#notes.filter({ hasText: this.#text(key) });
  }

  /** The box about e-mails of the draft that stays. */
  get #mails(): Locator {
    return this.#card('moving').getByRole('checkbox');
  }

  get #dialog(): Locator {
    return this.#page.locator('dialog[open]');
  }

  get #consent(): Locator {
    return this.#dialog.getByRole('checkbox');
  }

  #inDialog(key: string): Locator {
    return this.#dialog.getByRole('button', { name: this.#text(key), exact: true });
  }

  #text(key: string, values?: Record<string, unknown>): string {
    return this.visitor.text(`account:${key}`, values);
  }
}
