import type { Locator } from 'playwright';
import type { LoadingEvent } from '#machines/loading/loading.types.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { ForEveryEvent, InternalEvent } from '../paths/subject.ts';
import type { Executor } from '../paths/walk.ts';
import { passTime } from './driven-clock.ts';
import { eventually } from './eventually.ts';
import { does, PublicWalker } from './public-walker.ts';
import { RequestGate } from './request-gate.ts';
import type { Stage } from './walk-paths.ts';

type LoadingStep = LoadingEvent | InternalEvent;
export type LoadingState = 'idle' | 'throttled' | 'shown' | 'completing';

/** Requests of a public page during a change to it: all in one, or else one by one. */
const CALLS = /\/_payload\.json|\/api\/(home|portals)\b/;
const NOTICES_MS = 1_000;
const THROTTLE_MS = 500;
const COMPLETING_MS = 300;

const pages = [
  { href: hrefOf.home, heading: 'home:heading' },
  { href: hrefOf.portals, heading: 'browse:portals.title' },
] as const;
const FAILED = 'errors:title.network';

/** A person who goes from page to page while the network is slow. */
export class LoadingWalker extends PublicWalker {
  #gate!: RequestGate;
  /** The page that was asked for last. */
  #asked = 0;
  #heading: string = pages[0].heading;

  constructor(stage: Stage) {
    super(stage, pages[0].href);
  }

  protected async prepare(): Promise<void> {
    this.#gate = await RequestGate.before(this.visitor.watched.context, CALLS);
  }

  override async begin(locale: Parameters<PublicWalker['begin']>[0]): Promise<void> {
    await super.begin(locale);
    await passTime(this.page, NOTICES_MS);
  }

  executor(): Executor<LoadingStep, LoadingState> {
    const events: ForEveryEvent<LoadingStep, ReturnType<ReturnType<typeof does>>> = {
      'navigation.started': does(async () => {
        this.#asked = (this.#asked + 1) % pages.length;
        await this.follow(pages[this.#asked]!.href(this.visitor.locale));
        await this.#gate.asked();
      }),
      'navigation.finished': does(async () => {
        await this.#gate.pass();
        this.#heading = pages[this.#asked]!.heading;
      }),
      'navigation.failed': does(async () => {
        await this.#gate.fail();
        await this.#gate.fail();
        this.#heading = FAILED;
      }),
      'xstate.done': does(() => Promise.reject(new Error('nothing is called'))),
      'xstate.error': does(() => Promise.reject(new Error('nothing is called'))),
      'xstate.after': does(({ type }) => this.#wait(type)),
    };
    /** The last page stays until the next one is there, without a placeholder. */
    const sees = (bar: Bar, isAsked: boolean) => async () => {
      await this.visitor.sees(this.#heading);
      if (!isAsked) await this.#gate.quiet();
      else await this.#gate.asked();
      await this.#seesBar(bar);
    };
    return {
      events,
      states: {
        idle: sees('none', false),
        throttled: sees('none', true),
        shown: sees('running', true),
        completing: sees('complete', false),
      },
    };
  }

  get #bar(): Locator {
    return this.page.getByRole('progressbar', { name: this.visitor.text('kit:loading') });
  }

  #seesBar(expected: Bar): Promise<void> {
    return eventually(async () => {
      const looks = await this.#bar.evaluateAll((bars) => bars.map(({ className }) => className));
      if (looks.length === 0) return 'none';
      return looks.every((it) => /--complete/.test(it)) ? 'complete' : 'running';
    }, expected);
  }

  async #wait(type: string): Promise<void> {
    const isThrottled = type.includes('throttle');
    await this.passUntilDue(isThrottled ? THROTTLE_MS : COMPLETING_MS, () =>
      this.#seesBar(isThrottled ? 'none' : 'complete'),
    );
  }
}

type Bar = 'none' | 'running' | 'complete';
