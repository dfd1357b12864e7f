import type { BrowserContext, Page } from 'playwright';
import type { Locale } from '#domain/locale.ts';
import type { HandoverStep } from '../flows/handover.subject.ts';
import { KIEL, offerOf } from '../http/applications.ts';
import type { Path } from '../paths/path.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { isCall } from './browser-faults.ts';
import { eventually } from './eventually.ts';
import { logInBeside } from './login-window.ts';
import { RequestGate } from './request-gate.ts';
import { Visitor } from './visitor.ts';
import { pictureOf, type Stage } from './walk-paths.ts';
import { anyOf } from './words.ts';

export type HandoverState =
  | 'opening'
  | 'arrived'
  | 'describing'
  | 'offered'
  | 'sending'
  | 'sent'
  | 'passing'
  | 'leaving'
  | 'asking'
  | 'told'
  | 'refused'
  | 'failed';

/** A service that another state's portal runs for this one. */
const BUILDING = '99012001001000';
const PERSONS = ['petersen:Elster', 'lindemann:Benutzername'] as const;
/** Matches the calls of a hand-over. */
const CALLS = /\/api\/handover\//;

/** One person between two portals. Each call waits for its answer from the walk. */
export class HandoverWalker {
  readonly #stage: Stage;
  readonly #path: Path<HandoverStep>;
  visitor!: Visitor;
  #gate!: RequestGate;
  /** Calls that the page has made. */
  #asked = 0;
  #logins = 0;

  constructor(stage: Stage, path: Path<HandoverStep>) {
    this.#stage = stage;
    this.#path = path;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  get #context(): BrowserContext {
    return this.visitor.watched.context;
  }

  get #neighbour() {
    return this.#stage.portal.partners.neighbour;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    // Only a person with an account can send name and address along.
    if (this.#path.start === 'departure') await this.#logInElsewhere();
    const address = await this.#address();
    this.#gate = await RequestGate.before(this.#context, CALLS);
    this.#page.on('request', (request) => {
      if (CALLS.test(request.url())) this.#asked += 1;
    });
    const isKnown = this.#page.waitForEvent('requestfinished', { predicate: isCall('getUser') });
    await this.#page.goto(address);
    // The viewer is known from now on: a change would repeat refused calls.
    await isKnown;
    await this.#page.evaluate(() => new Promise(requestAnimationFrame));
    await this.#hasAsked();
    await this.#gate.asked();
  }

  /** The page asks once its code is there, and again if it learns who is here only then. */
  async #hasAsked(): Promise<void> {
    await eventually(() => this.#asked > 0, true);
    for (let before = 0; before < this.#asked; ) {
      before = this.#asked;
      await this.#page.waitForTimeout(1_000);
    }
  }

  async #address(): Promise<string> {
    switch (this.#path.start) {
      case 'arrival': {
        const { leiKaId } = offerOf('hundesteuer');
        const service = { leiKaId, regionalKey: KIEL };
        return (await this.#neighbour.send({ service, kind: 'plain', locale: this.visitor.locale })).address!;
      }
      case 'departure':
        return `${this.visitor.locale === 'de' ? '/formular' : '/en/form'}/efa?leiKaId=${BUILDING}&area=${KIEL}`;
      case 'passage':
        return `/redirect?lang=${this.visitor.locale}&handover=${await this.#handOver()}`;
      default: {
        const id = await this.#handOver();
        const client = await this.visitor.otherWindow(this.#stage.portal);
        await client.call('leaveHandover', { params: { id } });
        return `/redirect?lang=${this.visitor.locale}&returned=${id}`;
      }
    }
  }

  /** Hands a person in this browser over to the other portal. */
  async #handOver(): Promise<string> {
    const { portal } = this.#stage;
    const client = portal.client();
    const { id } = await client.call('startHandover', {
      body: { leiKaId: BUILDING, area: KIEL, lang: this.visitor.locale, withPerson: false },
    });
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: portal.url }));
    await this.#context.addCookies(cookies);
    return id;
  }

  async end(): Promise<void> {
    this.#neighbour.faults.end();
    await this.visitor.leave();
    this.visitor.watched.expectSilent([/net::ERR_/, /Failed to load resource/]);
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name) });
  }

  executor(): Executor<HandoverStep, HandoverState> {
    const handler =
      <E extends HandoverStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<HandoverStep, Promise<Answer>> = {
      'person.included': handler(({ isIncluded }) =>
        this.#page.locator('#handed-person').setChecked(isIncluded),
      ),
      'departure.confirmed': handler(() => this.visitor.button('handover:departure.go').click()),
      'viewer.changed': handler(() => this.#changeViewer()),
      'retry.requested': handler(() => {
        const keys = ['handover:failed.retry', 'handover:told.ask'];
        const name = anyOf(keys.map((key) => this.visitor.text(key)));
        return this.#page.getByRole('button', { name }).click();
      }),
      'network.restored': handler(async () => {
        await this.#context.setOffline(true);
        await this.#page.getByText(this.visitor.text('common:offline')).waitFor();
        await this.#context.setOffline(false);
      }),
      'xstate.done': handler(async () => {
        this.#neighbour.faults.end();
        await this.#gate.open();
        this.#gate.close();
      }),
      'xstate.error': handler(({ error }) => this.#fail((error as { code: string }).code)),
      'xstate.after': handler(async () => undefined),
    };
    const waits = () => this.#gate.asked();
    const heading = (key: string, values?: Record<string, unknown>) => () => this.visitor.sees(key, values);
    const portal = this.#neighbour.entry.name[this.visitor.locale];
    return {
      events,
      states: {
        opening: waits,
        describing: waits,
        sending: waits,
        passing: waits,
        asking: waits,
        arrived: async () => {
          await this.visitor.seesHeading(offerOf('hundesteuer').title[this.visitor.locale]);
          await this.#page.getByText(this.visitor.text('application:origin.from', { portal })).waitFor();
        },
        offered: heading('handover:departure.heading', { portal }),
        sent: () => this.#page.waitForURL(/\/redirect\?.*handover=/),
        leaving: () => this.#page.waitForURL((url) => url.href.startsWith(this.#neighbour.origin)),
        told: heading('handover:told.heading', { portal }),
        refused: heading('handover:refused.title'),
        failed: heading('handover:failed.title'),
      },
    };
  }

  /** Fails the call: the other portal is away, the connection breaks, or the hand-over is over. */
  async #fail(code: string): Promise<void> {
    if (code === 'network') return this.#gate.fail();
    if (code === 'neighbour-unavailable') {
      this.#neighbour.faults.set({ fault: 'down', requests: 100 });
      await this.#gate.open();
      this.#gate.close();
      await this.#page.getByText(this.visitor.text('handover:departure.safe')).waitFor();
      return;
    }
    await this.#gate.refuse(410, { code });
  }

  /** Changes the viewer, and waits until the page asks again. */
  async #changeViewer(): Promise<void> {
    const before = this.#asked;
    await this.#logInElsewhere();
    await eventually(() => this.#asked > before, true);
  }

  /** Logs in in another window, each time as another person. */
  async #logInElsewhere(): Promise<void> {
    const person = PERSONS[this.#logins++ % PERSONS.length]!;
    await logInBeside(this.#context, person, '&forceNew=true');
  }
}
