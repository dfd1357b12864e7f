import type { BrowserContext } from 'playwright';
import type { CardApp } from '#machines/login/login.types.ts';
import type { CardAppBehaviour } from '#stand-ins/card-app/server.ts';
import type { Partners } from '#stand-ins/partners.ts';
import { eventually } from './eventually.ts';
import { RequestGate } from './request-gate.ts';

const behaviours: Record<CardApp, CardAppBehaviour> = {
  running: 'runs',
  notRunning: 'away',
};

/** Partners of a page during a login: the server, the app of the card, and the providers. */
export class LoginPartners {
  readonly #cardApp: Partners['cardApp'];
  /** The calls that begin a login. */
  readonly #calls: RequestGate;
  /** The questions to the card's app. */
  readonly #questions: RequestGate;
  /** Number of times that the browser had to be sent to a provider, and number of its arrivals there. */
  #handedOver = 0;
  #reached = 0;

  private constructor(cardApp: Partners['cardApp'], calls: RequestGate, questions: RequestGate) {
    this.#cardApp = cardApp;
    this.#calls = calls;
    this.#questions = questions;
  }

  /** Holds back answers of the server and the app until the walk gives them. Providers have no page from then on. */
  static async before(context: BrowserContext, { cardApp, identity, eid }: Partners): Promise<LoginPartners> {
    const partners = new LoginPartners(
      cardApp,
      await RequestGate.before(context, /\/api\/auth\/(saml2\/request|oidc\/url)/),
      await RequestGate.before(context, /\/eID-Client\?Status/),
    );
    const providers = [identity.origin, new URL(eid.issuer).origin];
    // The browser stays where it is, and can be watched, which it cannot while it waits for a page.
    await context.route(
      ({ origin }) => providers.includes(origin),
      (route) => {
        partners.#reached += 1;
        return route.fulfill({ status: 204 });
      },
    );
    return partners;
  }

  /** The server has been asked to begin a login, and the app is no longer asked. */
  async serverIsAsked(): Promise<void> {
    await this.#calls.asked();
    await this.#questions.quiet();
  }

  appIsAsked(): Promise<void> {
    return this.#questions.asked();
  }

  /** The browser was sent to a provider as often as it had to be. */
  async areReached(): Promise<void> {
    await eventually(() => this.#reached, this.#handedOver);
  }

  /** No partner is being asked, and the browser was sent nowhere unnoticed. */
  async areLeftAlone(): Promise<void> {
    await this.#calls.quiet();
    await this.#questions.quiet();
    await this.areReached();
  }

  /** The next question waits, with what follows it. */
  holdApp(): void {
    this.#questions.close();
  }

  /** The app answers, or the server begins the login. */
  async answer(output: unknown): Promise<void> {
    if (typeof output === 'string') {
      this.#cardApp.behave(behaviours[output as CardApp]);
      return this.#questions.open();
    }
    this.#handedOver += 1;
    await this.#calls.open();
    this.#calls.close();
  }

  /** Another program answers in the app's place, or the connection to the server breaks. */
  async fail(whom: 'app' | 'server'): Promise<void> {
    if (whom === 'server') return this.#calls.fail();
    this.#cardApp.behave('nonsense');
    await this.#questions.open();
  }
}
