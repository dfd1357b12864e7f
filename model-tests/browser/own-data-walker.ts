import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { money } from '#ui/screens/shared/money.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { OwnDataStep } from '../flows/ownData.subject.ts';
import { erasure } from '../flows/ownData.subject.ts';
import { complete, fillIn, submit } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { driveClock, passTime } from './driven-clock.ts';
import { eventually } from './eventually.ts';
import { RequestGate } from './request-gate.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

export type OwnDataState = 'loading' | 'failed' | 'shown' | 'removing' | 'confirming' | 'erasing' | 'erased';

const PERSON: LoginChoice = 'lindemann:eID';
const CALLS = /\/api\/(person(\?|$)|process\/[^/]+\/sent$)/;
const FEE = 6_000;
/** The time for which a login is recent (RECENT_LOGIN_MINUTES). */
const RECENT_MS = 10 * 60_000;
const none = { drafts: 0, sent: 0, handovers: 0, notes: 0, logins: 0, refundCents: 0 };

/** A person at what is kept of them, with a sent application and a draft that is paid. */
export class OwnDataWalker implements PathWalker<OwnDataStep, OwnDataState> {
  readonly #stage: Stage;
  readonly #start: string;
  /** Another window of the person. */
  readonly #client: PortalClient;
  visitor!: Visitor;
  #gate!: RequestGate;
  #sent = '';
  /** Facts at the server, as far as the path has changed them. */
  #isOld = false;
  #waits = false;
  #isGone = false;
  /** The page shows that this application has been removed. */
  #isTold = false;
  /** The text that says what did not work. */
  #failed: 'removal.failed' | 'erase.failed' | null = null;
  #understood = false;
  #paidAgreed = false;
  #isMissed = false;
  /** A part of the deletion was told, and a further one is due. */
  #hasPart = false;
  #isErased = false;

  /** @param start which of the two pages */
  constructor(stage: Stage, start: string) {
    this.#stage = stage;
    this.#start = start;
    this.#client = stage.portal.client();
  }

  get #page(): Page {
    return this.visitor.page;
  }

  get pageName(): string {
    return this.#start;
  }

  get #isOfOne(): boolean {
    return this.#start === 'one application';
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    await this.#client.logIn(PERSON, { forceNew: true });
    const { id } = await fillIn(this.#client, 'hundesteuer');
    await complete(this.#client, id);
    await submit(this.#client, id);
    this.#sent = id;
    await this.#payDraft();
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { context } = this.visitor.watched;
    await driveClock(context);
    for (const [name, value] of this.#client.cookies)
      await context.addCookies([{ name, value, url: portal.url }]);
    this.#gate = await RequestGate.before(context, CALLS);
    await this.#page.goto(hrefOf.ownData(locale, this.#isOfOne ? id : undefined));
  }

  /** Money came in for a payment that was given up, while the form was filled in again. */
  async #payDraft(): Promise<void> {
    const { id } = await fillIn(this.#client, 'fischereischein', { change: { duration: 'five' } });
    const { version } = await complete(this.#client, id);
    const params = { processId: id };
    const { redirectUrl } = await this.#client.call('startPayment', { params, body: { version } });
    const transactionId = redirectUrl!.split('/').at(-1)!;
    const settle = async (outcome: 'CANCELED' | 'PAYED', method: 'CREDITCARD' | null) => {
      await this.#stage.portal.partners.payment.control({ action: 'settle', outcome, method, transactionId });
      return this.#client.call('checkPayment', { params });
    };
    const failed = await settle('CANCELED', null);
    const { data } = await this.#client.openForm({ params: { id }, query: {} });
    const body = { version: failed.version, data, page: null };
    await this.#client.call('saveProgress', { params: { id }, body });
    expect((await settle('PAYED', 'CREDITCARD')).facts.paidCents).toBe(FEE);
  }

  /** The server has done what the page has said; then everything goes. */
  async end(): Promise<void> {
    await this.visitor.leave();
    const client = this.#stage.portal.client();
    await client.logIn(PERSON, { forceNew: true });
    const drafts = await client.call('listDrafts', { query: {} });
    const sent = await client.call('listSent', { query: {} });
    await client.call('erasePerson', { query: { paidCents: `${FEE}` } });
    expect(sent.map(({ id }) => id)).toEqual(this.#isErased || this.#isGone ? [] : [this.#sent]);
    expect(drafts.length).toBe(this.#isErased && this.#paidAgreed ? 0 : 1);
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<OwnDataStep, OwnDataState> {
    const handler =
      <E extends OwnDataStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<OwnDataStep, Promise<Answer>> = {
      'list.refreshRequested': handler(() => this.visitor.button('ownData:retry').click()),
      'removal.confirmed': handler(() => this.visitor.button('ownData:removal.ok').click()),
      'erasure.requested': handler(async () => {
        this.#failed = null;
        this.#understood = false;
        this.#paidAgreed = false;
        this.#isMissed = false;
        await this.visitor.button('ownData:erase.button').click();
      }),
      'consent.changed': handler(async ({ agreed }) => {
        this.#understood = agreed;
        this.#isMissed = false;
        await this.#consent.setChecked(agreed);
      }),
      'paidConsent.changed': handler(async ({ agreed }) => {
        this.#paidAgreed = agreed;
        await this.#paidConsent.setChecked(agreed);
      }),
      'erasure.confirmed': handler(async () => {
        this.#isMissed = !this.#understood;
        await this.#inDialog('erase.dialog.ok').click();
      }),
      'erasure.dismissed': handler(() => this.#inDialog('erase.dialog.cancel').click()),
      'locale.changed': handler(async () => {
        const locale = this.visitor.locale === 'de' ? 'en' : 'de';
        await this.#page.locator(`a[hreflang="${locale}"]:visible`).first().click();
        this.visitor.locale = locale;
        await this.#page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' });
        // A call that was on its way is given up a moment later than the page shows the other language.
        await eventually(async () => (await this.#gate.address()).searchParams.get('lang'), locale);
      }),
      'xstate.done': handler(({ actorId, output }) => this.#succeed(actorId, output)),
      'xstate.error': handler(({ actorId, error }) => this.#fail(actorId, (error as { code: string }).code)),
      'xstate.after': handler(async () => {
        // The question gives way as well.
        await passTime(this.#page, RECENT_MS);
        this.#isOld = true;
      }),
    };
    return {
      events,
      states: {
        loading: async () => {
          await this.#gate.asked();
          await this.#page.locator('.sp-skeleton').waitFor();
          await this.#seesNothing();
        },
        failed: async () => {
          await this.#alert('failed')
            .filter({ hasText: this.#text('safe') })
            .waitFor();
          await this.visitor.button('ownData:retry').waitFor();
          await this.#seesNothing();
        },
        shown: () => (this.#isOfOne ? this.#seesOne() : this.#seesEverything()),
        removing: async () => {
          await this.#gate.asked();
          await this.visitor
            .button('ownData:removal.ok')
            .and(this.#page.locator('[aria-disabled=true]'))
            .waitFor();
          await this.#isThere();
        },
        confirming: () => this.#seesQuestion(),
        erasing: async () => {
          await this.#gate.asked();
          await this.#inDialog('erase.dialog.ok').and(this.#page.locator('[aria-disabled=true]')).waitFor();
          await this.#isThere();
        },
        erased: () => this.#seesOutcome(),
      },
    };
  }

  // Checks of the screen

  /** Nothing is offered while nobody knows what is kept. */
  async #seesNothing(): Promise<void> {
    await eventually(() => this.#copy.count(), 0);
    await eventually(() => this.visitor.button('ownData:removal.ok').count(), 0);
    await eventually(() => this.visitor.button('ownData:erase.button').count(), 0);
  }

  async #seesEverything(): Promise<void> {
    await this.#dialog.waitFor({ state: 'detached' });
    await this.#gate.quiet();
    const row = this.#page.locator('main').getByText(this.#text('kept.sent.text'));
    await row.waitFor();
    await eventually(() => this.#copy.count(), this.#isOld ? 0 : 1);
    await eventually(() => this.visitor.button('ownData:erase.button').count(), this.#isOld ? 0 : 1);
    const asks = this.#page.getByRole('heading', { name: this.#text('recent.title') });
    await eventually(() => asks.count(), this.#isOld ? 1 : 0);
    await eventually(() => this.#alert('erase.failed').count(), this.#failed ? 1 : 0);
    await this.#isThere();
    if (this.#isOld) return;
    const address = await this.#copy.getAttribute('href');
    expect(address).toBe(`/api/person/copy?lang=${this.visitor.locale}`);
  }

  async #seesOne(): Promise<void> {
    await this.#gate.quiet();
    const isOpen = !this.#isTold && !this.#waits && !this.#isGone;
    const service = 'service';
    const told = (key: string) => this.#text(key, { service }).split(service).at(-1)!;
    await eventually(() => this.visitor.button('ownData:removal.ok').count(), isOpen ? 1 : 0);
    await eventually(
      () => this.#notes.filter({ hasText: told('removal.done') }).count(),
      this.#isTold ? 1 : 0,
    );
    await eventually(
      () => this.#notes.filter({ hasText: this.#text('why.handIn') }).count(),
      !this.#isTold && this.#waits ? 1 : 0,
    );
    await eventually(() => this.#alert('removal.failed').count(), isOpen && this.#failed ? 1 : 0);
    await this.#isThere();
  }

  async #seesQuestion(): Promise<void> {
    await this.#dialog.getByText(this.#text('erase.dialog.text')).waitFor();
    expect(await this.#consent.isChecked()).toBe(this.#understood);
    expect(await this.#paidConsent.isChecked()).toBe(this.#paidAgreed);
    const missing = this.#dialog.getByText(this.#text('erase.dialog.missing'));
    await eventually(() => missing.count(), this.#isMissed ? 1 : 0);
    await this.#gate.quiet();
    await this.#isThere();
  }

  async #seesOutcome(): Promise<void> {
    const isWhole = this.#paidAgreed;
    await this.visitor.sees(isWhole ? 'ownData:erase.done.title' : 'ownData:erase.done.part');
    const main = this.#page.locator('main');
    await main.getByText(this.#text('erase.done.sent', { count: 1 })).waitFor();
    const said: Record<string, boolean> = {
      [this.#text('erase.done.whole')]: isWhole,
      [this.#text('erase.done.drafts', { count: 1 })]: isWhole,
      [this.#text('erase.done.refund', { amount: money(FEE, this.visitor.locale) })]: isWhole,
      [this.#text('why.paid')]: !isWhole,
      // Of the part before.
      [this.#text('erase.done.notes', { count: 1 })]: this.#hasPart,
    };
    for (const [text, isSaid] of Object.entries(said))
      await eventually(() => main.getByText(text).count(), isSaid ? 1 : 0);
    expect((await this.#client.call('getUser', {})).user).toBeNull();
  }

  /** Whether the application is at the server, as the page says. */
  async #isThere(): Promise<void> {
    const sent = await this.#client.call('listSent', { query: {} });
    expect(sent.some(({ id }) => id === this.#sent)).toBe(!this.#isGone);
  }

  // Answers of the server

  async #succeed(actorId: string, output: unknown): Promise<void> {
    if (actorId.endsWith('loading')) return this.#load();
    if (actorId.endsWith('erasing') && (output as { more: boolean }).more) {
      // In the server's place: a part is 200 applications.
      await this.#gate.answer(200, erasure({ more: true, gone: { ...none, notes: 1 }, accountGone: false }));
      this.#hasPart = true;
      return;
    }
    expect((await this.#gate.pass()).ok()).toBe(true);
    if (actorId.endsWith('erasing')) this.#isErased = true;
    else {
      this.#isGone = true;
      this.#isTold = true;
    }
  }

  /** The server says what is there; that a login has become old, or that a hand-in is on its way, is said in its place. */
  async #load(): Promise<void> {
    this.#failed = null;
    if (!this.#isOld && !this.#waits) {
      expect((await this.#gate.pass()).ok()).toBe(true);
      return;
    }
    const application = (await this.#gate.address()).searchParams.get('application') ?? undefined;
    const query = { lang: this.visitor.locale, application };
    const real = await this.#client.call('getKept', { query });
    const { chosen } = real;
    await this.#gate.answer(200, {
      ...real,
      ...(this.#isOld && { recentForMs: null }),
      ...(this.#waits && { chosen: chosen && { ...chosen, why: 'handIn' } }),
    });
  }

  async #fail(actorId: string, code: string): Promise<void> {
    switch (code) {
      case 'not-found':
        // Removed in another window meanwhile.
        await this.#client.call('removeSent', { params: { id: this.#sent } });
        expect((await this.#gate.pass()).status()).toBe(404);
        this.#isGone = true;
        this.#isTold = true;
        return;
      case 'still-under-way':
        await this.#gate.refuse(409, { code });
        this.#waits = true;
        return;
      case 'login-not-recent':
        await this.#gate.refuse(403, { code });
        this.#isOld = true;
        this.#failed = 'erase.failed';
        return;
      default:
        await this.#gate.fail();
        if (!actorId.endsWith('loading'))
          this.#failed = actorId.endsWith('removing') ? 'removal.failed' : 'erase.failed';
    }
  }

  // Elements

  get #copy(): Locator {
    return this.#page.locator('main').getByRole('link', { name: this.#text('copy.download') });
  }

  get #notes(): Locator {
    return this.#page.locator('main .kern-alert');
  }

  #alert(key: string): Locator {
    return this.#notes.filter({ hasText: this.#text(key) });
  }

  get #dialog(): Locator {
    return this.#page.locator('dialog[open]');
  }

  get #consent(): Locator {
    return this.#dialog.getByRole('checkbox').first();
  }

  get #paidConsent(): Locator {
    return this.#dialog.getByRole('checkbox').nth(1);
  }

  #inDialog(key: string): Locator {
    return this.#dialog.getByRole('button', { name: this.#text(key), exact: true });
  }

  #text(key: string, values?: Record<string, unknown>): string {
    return this.visitor.text(`ownData:${key}`, values);
  }
}
