import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { type ConflictChoice, conflictChoices } from '#domain/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { Step } from '#machines/application/application.types.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import type { AnnouncementGate } from '../http/announcement-gate.ts';
import { complete, deleteDrafts } from '../http/applications.ts';
import type { PortalClient } from '../http/client.ts';
import { offerOfProbe } from '../http/probe-content.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { type ApplicationState, stateAssertions } from './application-assertions.ts';
import type { Beginning, CallOfFlow, Interaction } from './application-interactions.ts';
import { intercept, isCallOf, loseCall, withFirst, withoutAnswers } from './browser-faults.ts';
import { eventually } from './eventually.ts';
import { leadToLogin } from './login-window.ts';
import { whileLooking } from './look.ts';
import { chooseAtProvider, Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';
import { anyOf } from './words.ts';

export type GatedStage = Stage & { gate: AnnouncementGate };

const STRANGER: LoginChoice = 'nguyen:Benutzername';
const LEI_KA_ID = '99000000000000';
const UNKNOWN_LEI_KA_ID = '99000000000009';
/** A place where the probe is not offered. */
const ELSEWHERE = '010570057057';
/** Days; drafts of the probe are stored for a shorter time. */
const AFTER_RETENTION_DAYS = 31;

/** One person at a browser who walks a path of the application against the running server. */
export class ApplicationWalker implements PathWalker<Interaction, ApplicationState> {
  readonly #stage: GatedStage;
  readonly #beginning: Beginning;
  readonly #person: LoginChoice;
  visitor!: Visitor;
  #provider: Page | null = null;
  #processId = '';
  /** True if a login, if any, is the one of this path's person. */
  #isSelf = true;
  #payAddress = '';
  /** The person's new place; '' while they live at the place in the form. */
  #movedTo = '';
  #endFault: (() => Promise<void>) | undefined;

  constructor(stage: GatedStage, beginning: Beginning, person: LoginChoice) {
    this.#stage = stage;
    this.#beginning = beginning;
    this.#person = person;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    // Leaving a page that would lose something is always intended here.
    this.#page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    if (this.#beginning.loggedIn) await this.#logInElsewhere();
  }

  /** Removes everything that would affect the next path of this person. */
  async end(): Promise<void> {
    const crashes = this.visitor.watched.consoleErrors.filter((it) => it.startsWith('page:'));
    const client = await this.#ownClient();
    const process = await this.#process(client).catch(() => null);
    if (process?.facts.running) await this.#stage.gate.decide(process.messageId!, 'pass');
    await deleteDrafts(client);
    await this.visitor.leave();
    expect(crashes).toEqual([]);
  }

  /** Saves a picture of where a path failed. */
  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<Interaction, ApplicationState> {
    const undisturbed =
      <D extends Interaction>(act: (interaction: D) => Promise<unknown>) =>
      async (interaction: D): Promise<Answer> => {
        await this.#noteProcess();
        const failing = 'failing' in interaction ? interaction.failing : undefined;
        const fault = failing && (await loseCall(this.#page, failing));
        this.#endFault = fault?.end;
        await Promise.all([fault?.lost, act(interaction)]);
        await this.visitor.watched.quiet();
        return 'accepted';
      };
    /** The window may learn at any moment that its session has ended: it also reports by itself. */
    const handler = <D extends Interaction>(act: (interaction: D) => Promise<unknown>) =>
      undisturbed((interaction: D) => whileLooking(this.visitor, () => act(interaction)));
    const press = (key: string) => () => this.visitor.button(key).click();
    const events: ForEveryEvent<Interaction, Promise<Answer>> = {
      'page.opened': handler((interaction) => this.#open(interaction)),
      'anonymous.chosen': handler(() => this.visitor.withoutAccount().click()),
      'account.chosen': handler(press('start:ways.account.start')),
      'draft.continued': handler(press('start:draft.continue')),
      'login.atStart': handler(() => this.#logIn('start:ways.account.login')),
      'login.beforeSending': handler(() => this.#logIn('summary:login.button')),
      'takeOver.retried': handler(press('summary:login.retry')),
      'login.elsewhere': undisturbed(() => this.#logInElsewhere()),
      'login.changedElsewhere': undisturbed(({ to }) => this.#changeLogin(to)),
      'account.changed': handler(() => this.#move()),
      'conflict.decided': handler(({ choice }) => this.#decideConflict(choice)),
      'session.ended': handler(() => this.#endSession()),
      'session.erased': handler(() => this.#erase()),
      'weeks.passed': handler(() => this.#stage.portal.passDays(AFTER_RETENTION_DAYS)),
      'place.chosen': handler(({ meanwhile }) => this.#choosePlace(meanwhile)),
      'welcome.read': handler(press('start:welcome.next')),
      'form.filled': handler(({ feeCents }) => this.#fill(feeCents)),
      'form.left': handler(press('application:back')),
      'form.typedInVain': handler(() => this.#page.locator('#field-amount').fill('7')),
      'data.changeRequested': handler(() => this.#changeData()),
      'page.reloaded': handler(() =>
        this.#page.reload({ waitUntil: 'domcontentloaded' }).then(() => undefined),
      ),
      'address.followed': handler(({ step }) => this.#follow(step)),
      'review.ended': handler(press('summary:confirmed.next')),
      'summary.confirmed': handler(({ meanwhile }) => this.#confirm(meanwhile)),
      'summary.confirmedUnstated': handler(() => this.#confirmUnstated()),
      'notice.marked': handler(() => this.#markNotice()),
      // The button is named by what follows.
      'notice.chosen': handler(() => this.#page.locator('main form [type=submit]').click()),
      'payment.requested': handler((interaction) => this.#requestPayment(interaction)),
      'payment.made': handler(() => this.#pay('card')),
      'payment.madeWithoutReturn': handler(() => this.#pay('payWithoutReturn')),
      'payment.cancelled': handler(() => this.#pay('cancel')),
      'payment.madeAfterAll': handler(() => this.#returnTo('card')),
      'payment.leftAgain': handler(() => this.#returnTo('return')),
      'payment.waitedFor': handler(({ failing }) => this.#wait('checkPayment', failing)),
      'submission.requested': handler(() => this.#send()),
      'submission.waitedFor': handler(({ failing }) => this.#wait('loadProcess', failing)),
      'delivery.decided': handler(({ verdict }) => this.#decide(verdict)),
      'result.taken': handler(press('result:copyTicket')),
      'acknowledgement.waitedFor': handler(() =>
        eventually(async () => (await this.#process()).facts.acknowledged, true),
      ),
      'retry.requested': handler(() => this.#retry()),
      'network.interrupted': handler(() => this.#interrupt()),
      'language.changed': handler(() => this.visitor.read(this.visitor.locale === 'de' ? 'en' : 'de')),
      'otherWindow.acted': handler(({ what }) => this.#actElsewhere(what)),
    };
    return { events, states: this.#states() };
  }

  /** Checks each state; a connection that was lost for a call is restored when its effect has been seen. */
  #states(): Record<ApplicationState, () => Promise<void>> {
    const seen = (assertState: () => Promise<void>) => async () => {
      await whileLooking(this.visitor, assertState);
      await this.#endFault?.();
      this.#endFault = undefined;
    };
    const states = Object.entries(stateAssertions(() => this.visitor)).map(([state, assertState]) => [
      state,
      seen(assertState),
    ]);
    return Object.fromEntries(states) as Record<ApplicationState, () => Promise<void>>;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  async #open({ what, first, failing }: Extract<Interaction, { type: 'page.opened' }>): Promise<void> {
    const { area } = offerOfProbe(this.#beginning);
    const path = this.visitor.locale === 'de' ? '/formular' : '/en/form';
    const addresses = {
      service: `?leiKaId=${LEI_KA_ID}&area=${area}`,
      nothing: `?leiKaId=${UNKNOWN_LEI_KA_ID}&area=${area}`,
      elsewhere: `?leiKaId=${LEI_KA_ID}&area=${ELSEWHERE}`,
      process: `?id=${this.#processId}`,
    };
    const load = () =>
      withFirst(this.#page, first, () =>
        this.#page.goto(path + addresses[what], { waitUntil: 'domcontentloaded' }),
      );
    await (failing ? withoutAnswers(this.#page, load) : load());
  }

  async #logIn(button: string): Promise<void> {
    await this.visitor.button(button).click();
    await this.#page.waitForURL(/\/login\//);
    await this.#page.locator('#moved-to').fill(this.#movedTo);
    await withFirst(this.#page, 'person', () => this.visitor.chooseAtAccount(this.#person));
  }

  /** Logs in in a separate window: the one that the dialog opens, if it is there. Nobody closes the dialog meanwhile. */
  async #logInElsewhere(person = this.#person): Promise<void> {
    this.#isSelf = person === this.#person;
    const dialog = this.#page.getByRole('dialog');
    const { context } = this.visitor.watched;
    const [window] = (await dialog.count())
      ? await Promise.all([
          context.waitForEvent('page'),
          dialog.getByRole('button', { name: this.visitor.text('common:expired.login') }).click(),
        ])
      : [await context.newPage()];
    if (window.url() === 'about:blank') await leadToLogin(window);
    await window.waitForURL(/\/login\//);
    if (person !== STRANGER) await window.locator('#moved-to').fill(this.#movedTo);
    await window.locator(`button[name="choice"][value="${person}"]`).click();
    await window.getByRole('heading', { level: 1 }).waitFor();
    await window.waitForURL(/done=login/);
    await window.locator('main button').first().waitFor();
    await window.close();
  }

  async #changeLogin(to: 'lower' | 'somebodyElse'): Promise<void> {
    const [name] = this.#person.split(':');
    // A weaker login lowers nothing within a session.
    if (to === 'lower') await this.#endSession();
    await this.#logInElsewhere(to === 'lower' ? `${name}:Benutzername` : STRANGER);
  }

  /** The place of the person at the account, until they move. */
  get #home(): string {
    const [id] = this.#person.split(':');
    return DEMONSTRATION_PERSONS.find((it) => it.id === id)!.attributes.localityName!;
  }

  async #move(): Promise<void> {
    this.#movedTo = 'Glückstadt';
    await this.#stage.portal.client().logIn(this.#person, { movedTo: this.#movedTo });
  }

  /** Takes another choice first: the last choice is the one that is sent. */
  async #decideConflict(choice: ConflictChoice): Promise<void> {
    const ways = this.#page.locator('input[name="conflict-town"]');
    await ways.nth(choice === 'apply' ? 1 : 0).check();
    await ways.nth(conflictChoices.indexOf(choice)).check();
    await this.visitor.button('conflict:next').click();
  }

  /** The server forgets the session, the browser keeps its cookie, as when a session expires. */
  async #endSession(): Promise<void> {
    await (await this.#client()).call('logout', {});
  }

  async #erase(): Promise<void> {
    await this.visitor.button('common:account.end').click();
    const confirm = this.visitor.text('ending:confirm.ok');
    await this.#page.getByRole('dialog').getByRole('button', { name: confirm }).click();
  }

  /** The one place where the offer of the path is made: another one has another offer. */
  async #choosePlace(meanwhile: Step | undefined): Promise<void> {
    const { area } = offerOfProbe(this.#beginning);
    const client = this.#stage.portal.client();
    const [place] = await client.call('searchPlaceByKey', { query: { regionalKey: area } });
    const choose = () => this.visitor.choosePlace(place!.value);
    if (meanwhile) return this.#askMeanwhile('changePlace', choose, meanwhile);
    const asked = this.#page.waitForRequest(isCallOf('changePlace'));
    await choose();
    await asked;
  }

  async #fill(feeCents: number): Promise<void> {
    await this.#page.locator('#field-amount').fill(String(feeCents));
    const town = this.#page.locator('#field-town');
    if ((await town.inputValue()) === '') await town.fill(this.#home);
    await this.visitor.next();
  }

  /** Completed data becomes a draft again; from the summary it already is one. */
  async #changeData(): Promise<void> {
    const change = this.#page.getByRole('button', {
      name: this.visitor.text('summary:change'),
      exact: true,
    });
    await change.click();
    await this.#page.locator('#field-amount').waitFor();
    await eventually(async () => (await this.#process()).status, 'EDITING');
  }

  /** Chooses one option, then the other: the last choice is the one that is sent. */
  async #markNotice(): Promise<void> {
    const ways = this.#page.getByRole('radio');
    await ways.last().check();
    await ways.first().check();
  }

  async #follow(step: Step): Promise<void> {
    await this.#noteProcess();
    const path = this.visitor.locale === 'de' ? '/formular' : '/en/form';
    await this.#page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href });
      document.body.append(link);
      link.click();
      link.remove();
    }, `${path}?id=${this.#processId}&step=${step}`);
  }

  /** Confirms; with `meanwhile` the address names another step before the server has answered. */
  async #confirm(meanwhile: Step | undefined): Promise<void> {
    const confirm = () => this.visitor.confirm();
    if (!meanwhile) return confirm();
    await this.#askMeanwhile('completeProcess', confirm, meanwhile, () =>
      this.#page.locator('#correctness').waitFor(),
    );
  }

  /** Ticks, clears and confirms. The page names the missing statement, and sends nothing. */
  async #confirmUnstated(): Promise<void> {
    const box = this.#page.locator('#correctness');
    await box.check();
    await box.uncheck();
    await this.#page.locator('form', { has: box }).locator('[type=submit]').click();
    await this.#page.locator('.sp-error-summary').waitFor();
    expect(await box.isChecked()).toBe(false);
  }

  /** Names another step in the address before the answer to a call. `look` checks what is still shown then. */
  async #askMeanwhile(
    call: CallOfFlow,
    act: () => Promise<void>,
    step: Step,
    look?: () => Promise<void>,
  ): Promise<void> {
    const answer = Promise.withResolvers<void>();
    const isMeant = isCallOf(call);
    const end = await intercept(this.#page, async (route) => {
      if (isMeant(route.request())) await answer.promise;
      await route.fallback();
    });
    const asked = this.#page.waitForRequest(isMeant);
    await act();
    await asked;
    await this.#follow(step);
    await look?.();
    answer.resolve();
    await this.#page.waitForResponse((response) => isMeant(response.request()));
    await end();
  }

  async #requestPayment({ blocked }: Extract<Interaction, { type: 'payment.requested' }>): Promise<void> {
    if (blocked)
      await this.#page.evaluate(() => Object.assign(window, { kept: window.open, open: () => null }));
    await this.#page.getByRole('button', { name: this.#paying }).click();
    if (blocked) {
      await this.#page.getByText(this.visitor.text('payment:waiting.blocked.title')).waitFor();
      await this.#page.evaluate(() => {
        window.open = Reflect.get(window, 'kept');
      });
    }
  }

  get #paying(): RegExp {
    const words = ['payment:failed.again', 'payment:waiting.restart.button'];
    const others = anyOf(words.map((key) => this.visitor.text(key)));
    return new RegExp(`${this.visitor.payWords.source}|${others.source}`);
  }

  /** Acts in the provider's window, which is opened again if it is gone. */
  async #pay(choice: 'card' | 'cancel' | 'payWithoutReturn'): Promise<void> {
    const { context } = this.visitor.watched;
    const isOpen = (it: Page) => !it.isClosed() && /\/pay\//.test(it.url());
    await eventually(() => context.pages().some(isOpen), true, 3_000).catch(() => undefined);
    this.#provider = context.pages().findLast(isOpen) ?? (await this.#reopen());
    this.#payAddress = this.#provider.url();
    await chooseAtProvider(this.#provider, choice);
    if (choice === 'payWithoutReturn') await this.#provider.locator('button[value="return"]').waitFor();
    else await this.#provider.locator('.kern-alert').first().waitFor();
    await this.#provider.close();
  }

  /** Opens the provider's page of the last payment once more, as from the history, and comes back from there. */
  async #returnTo(choice: 'card' | 'return'): Promise<void> {
    const provider = await this.visitor.watched.context.newPage();
    await provider.goto(this.#payAddress);
    await chooseAtProvider(provider, choice);
    await provider.locator('.kern-alert').first().waitFor();
    await provider.close();
  }

  async #reopen(): Promise<Page> {
    const [provider] = await Promise.all([
      this.visitor.watched.context.waitForEvent('page'),
      this.visitor.link('payment:waiting.reopen.button').click(),
    ]);
    await provider.waitForURL(/\/pay\//);
    return provider;
  }

  /** Waits until the application has asked on its own. */
  async #wait(call: CallOfFlow, failing: CallOfFlow | undefined): Promise<void> {
    const predicate = isCallOf(call);
    if (failing) await this.#page.waitForEvent('requestfailed', { predicate });
    else await this.#page.waitForEvent('requestfinished', { predicate });
  }

  async #send(): Promise<void> {
    const words = ['result:ready.send', 'result:failed.send'];
    const name = anyOf(words.map((key) => this.visitor.text(key)));
    await this.#page.getByRole('button', { name }).click();
  }

  async #decide(verdict: 'pass' | 'refuse'): Promise<void> {
    const { messageId } = await this.#process();
    await this.#stage.gate.arrived(messageId!);
    await this.#stage.gate.decide(messageId!, verdict);
    await eventually(async () => (await this.#process()).facts.running, false);
  }

  async #retry(): Promise<void> {
    await this.visitor.button('application:retry').click();
  }

  async #interrupt(): Promise<void> {
    const { context } = this.visitor.watched;
    await context.setOffline(true);
    await this.#page.getByText(this.visitor.text('common:offline')).waitFor();
    await context.setOffline(false);
    await this.#page.getByText(this.visitor.text('common:offline')).waitFor({ state: 'detached' });
  }

  async #actElsewhere(what: Extract<Interaction, { type: 'otherWindow.acted' }>['what']): Promise<void> {
    const client = await this.#client();
    const id = this.#processId;
    switch (what) {
      case 'completed':
        await complete(client, id);
        return;
      case 'deleted':
        await client.call('deleteDraft', { query: { id, paidConsent: 'true' } });
        return;
      case 'sent':
        await client.call('submitProcess', { params: { id } });
        return;
      case 'decided': {
        const { version, hash } = await client.call('getConflict', { params: { id }, query: {} });
        const body = { version, hash, apply: ['town'], correct: [] };
        await client.call('decideConflict', { params: { id }, body });
        return;
      }
      case 'data': {
        const { data, version } = await client.openForm({ params: { id }, query: {} });
        // A save without changes would create no new version.
        const changed = { ...data, changedElsewhere: version };
        await client.call('saveProgress', { params: { id }, body: { version, data: changed, page: null } });
      }
    }
  }

  /** A person with the login that owns the drafts of this path. */
  async #ownClient(): Promise<PortalClient> {
    if (this.#isSelf) return this.#client();
    const client = this.#stage.portal.client();
    await client.logIn(this.#person);
    return client;
  }

  #client(): Promise<PortalClient> {
    return this.visitor.otherWindow(this.#stage.portal);
  }

  async #process(client?: PortalClient): Promise<ProcessView> {
    await this.#noteProcess();
    return (client ?? (await this.#client())).call('getProcess', {
      params: { id: this.#processId },
      query: {},
    });
  }

  /** The address names the process. */
  async #noteProcess(): Promise<void> {
    const id = new URL(this.#page.url()).searchParams.get('id');
    if (id) this.#processId = id;
  }
}
