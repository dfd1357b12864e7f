import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { AttemptState } from '#domain/payment.ts';
import type { PaymentEvent } from '#machines/payment/payment.types.ts';
import type { Choice } from '#stand-ins/payment/pages.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { offerOfProbe } from '../http/probe-content.ts';
import type { Path } from '../paths/path.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { chooseAtProvider, Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

const FEE = 3070;
const OTHER_FEE = 4000;

/** One attempt to pay, as the person at the browser experiences it, with unmodified partners. */
export class PaymentWalker implements PathWalker<PaymentEvent, AttemptState> {
  readonly #stage: Stage;
  /** True if an older attempt has failed, which may still turn out paid. */
  readonly #followsAnother: boolean;
  visitor!: Visitor;
  /** The provider's page of the attempt. */
  #provider!: Page;
  #addressOfOther = '';
  #isSuperseded = false;

  constructor(stage: Stage, path: Path<PaymentEvent>) {
    this.#stage = stage;
    this.#followsAnother = path.steps.some(
      ({ event, from }) => event.type === 'attempt.superseded' && from === 'pending',
    );
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { area } = offerOfProbe({ mode: 'none', noticeAllowed: false });
    await this.#page.goto(hrefOf.start(locale, '99000000000000', area));
    await this.visitor.button('start:ways.anonymous.start').click();
    await this.visitor.button('start:welcome.next').click();
    await this.#complete(FEE);
    if (!this.#followsAnother) return;
    const other = await this.visitor.openProvider();
    this.#addressOfOther = other.url();
    await chooseAtProvider(other, 'failHere');
    await this.visitor.sees('payment:failed.title');
    await other.close();
  }

  end(): Promise<void> {
    return this.visitor.leave();
  }

  /** Saves a picture of every window that is open where a path failed. */
  async keep(name: string): Promise<void> {
    for (const [index, page] of this.visitor.watched.context.pages().entries()) {
      await page.screenshot({ path: pictureOf(`${name}-${index + 1}`), fullPage: true });
    }
  }

  executor(): Executor<PaymentEvent, AttemptState> {
    const handler = (act: () => Promise<unknown>) => async (): Promise<Answer> => {
      await act();
      return 'accepted';
    };
    const events: ForEveryEvent<PaymentEvent, Promise<Answer>> = {
      'payment.opened': handler(() => this.#open()),
      // No page waits for a replaced attempt; the provider is asked when the person comes back from its page.
      'provider.reportedPending': handler(() =>
        this.#isSuperseded ? this.#choose('return') : this.#waitForQuestion(),
      ),
      'provider.reportedPaid': handler(() => this.#choose('card')),
      'provider.reportedFailed': handler(() => this.#choose('fail')),
      'provider.reportedCancelled': handler(() => this.#choose('cancel')),
      'attempt.superseded': handler(() => (this.#followsAnother ? this.#payOther() : this.#changeFee())),
    };
    const sees = (inApplication: string, atReturn: string) => () =>
      this.#isSuperseded
        ? this.#provider.getByRole('heading', { level: 1, name: this.visitor.text(atReturn) }).waitFor()
        : this.visitor.sees(inApplication);
    return {
      events,
      states: {
        created: () => this.visitor.sees('payment:title'),
        pending: () => this.visitor.sees('payment:waiting.title'),
        paid: sees('result:heading', 'redirect:returned.heading'),
        failed: sees('payment:failed.title', 'redirect:failed.heading'),
        cancelled: sees('payment:failed.cancelled', 'redirect:cancelled.heading'),
        superseded: () => this.#seesOnePayment(),
      },
    };
  }

  get #page(): Page {
    return this.visitor.page;
  }

  async #complete(feeCents: number): Promise<void> {
    await this.#page.locator('#field-amount').fill(String(feeCents));
    await this.visitor.next();
    await this.visitor.confirm();
    await this.visitor.sees('payment:title');
  }

  async #open(): Promise<void> {
    const again = this.#followsAnother ? this.visitor.button('payment:failed.again') : this.visitor.payButton;
    this.#provider = await this.visitor.openProvider(again);
  }

  /** The provider's page leads back immediately; a payment that has ended is still found there. */
  async #choose(choice: Choice): Promise<void> {
    if (!/\/pay\//.test(this.#provider.url())) await this.#provider.goBack();
    await chooseAtProvider(this.#provider, choice);
    await this.#provider.locator('.kern-alert').first().waitFor();
  }

  async #waitForQuestion(): Promise<void> {
    await this.#page.waitForResponse(/\/api\/payment\/[^/]+\/check(?:\?|$)/);
  }

  /** The older attempt is paid after all while this one is open. */
  async #payOther(): Promise<void> {
    const other = await this.visitor.watched.context.newPage();
    await other.goto(this.#addressOfOther);
    await chooseAtProvider(other, 'card');
    await other.locator('.kern-alert').first().waitFor();
    await other.close();
    this.#isSuperseded = true;
  }

  /** The provider does not answer the opening call; then the data, and with it the fee, is changed. */
  async #changeFee(): Promise<void> {
    const { faults } = this.#stage.portal.partners.payment;
    faults.set({ fault: 'reset', requests: 1000 });
    await this.visitor.payButton.click();
    await this.#page.locator('.kern-alert--danger').waitFor();
    faults.end();
    await this.visitor.button('payment:change').click();
    await this.#complete(OTHER_FEE);
    this.#provider = await this.visitor.openProvider();
  }

  /** The person pays the fee of the data once, whatever happened to this attempt. */
  async #seesOnePayment(): Promise<void> {
    if (this.#followsAnother) {
      await this.visitor.sees('result:heading');
      await this.#page.getByText(this.visitor.locale === 'de' ? '30,70' : '30.70').waitFor();
      return;
    }
    await this.visitor.sees('payment:waiting.title');
    expect(await this.#provider.locator('.amount').textContent()).toContain('40,00');
  }
}
