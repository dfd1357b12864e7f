import type { Locator } from 'playwright';
import { expect } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { nextEnd } from '#machines/notifications/notifications.assigners.ts';
import type {
  Notification,
  NotificationsContext,
  NotificationsEvent,
  NotificationsInput,
} from '#machines/notifications/notifications.types.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { internalEvents } from '../flows/internal-events.ts';
import { notificationsSubject } from '../flows/notifications.subject.ts';
import type { Edge } from '../paths/graph.ts';
import type { ForEveryEvent, InternalEvent, Subject } from '../paths/subject.ts';
import type { Executor } from '../paths/walk.ts';
import { passTime } from './driven-clock.ts';
import { eventually } from './eventually.ts';
import { does, PublicWalker } from './public-walker.ts';
import { RequestGate } from './request-gate.ts';
import type { Stage } from './walk-paths.ts';

export type NotificationsState = 'absent' | 'shown.passing' | 'shown.held' | 'lingering';

/** The person's contact with the messages. */
type By = 'pointer' | 'focus';
type Changed = 'notification.raised' | 'attention.given';
export type ToastStep =
  | Exclude<NotificationsEvent, { type: Changed }>
  /** `after`: how much time has passed since the last step, ms. */
  | { type: 'notification.raised'; notification: Notification; after: number }
  | { type: 'attention.given'; by: By }
  | InternalEvent;

/**
 * `isOutdated`: the page has learnt of a newer build, which it says once. `confirmedBy`: contact with the messages at
 * the last event, if that event confirmed one of several.
 */
type World = NotificationsContext & {
  by?: By | undefined;
  isOutdated?: boolean;
  confirmedBy?: By | undefined;
};

const busy: Notification = { type: 'info', key: 'common:busy' };
const newVersion: Notification = { type: 'info', key: 'common:newVersion' };

const READING_MS = 8_000;
const LINGERING_MS = 500;
const NOTICES_MS = 1_000;
const WHILE_MS = 3_000;
const LONG_MS = 60_000;
/** The pause in typing runs on before the server is asked; the time of the messages does not. */
const LEAST_MS = 200;

function eventsIn({ toasts, now, by, isOutdated }: World, state: string): ToastStep[] {
  const left = (nextEnd({ toasts } as World) ?? 0) - now();
  const pauses = state === 'shown.passing' && left > WHILE_MS ? [0, WHILE_MS] : [0];
  // A person who types has no focus on a message.
  const news = [...(by === 'focus' ? [] : [busy]), ...(isOutdated ? [] : [newVersion])];
  const given = (['pointer', 'focus'] as const).map((it): ToastStep => ({ type: 'attention.given', by: it }));
  return [
    ...news.flatMap((notification) =>
      pauses.map((after): ToastStep => ({ type: 'notification.raised', notification, after })),
    ),
    ...toasts.map(({ id }): ToastStep => ({ type: 'notification.confirmed', id })),
    ...(state === 'shown.passing' ? given : []),
    { type: 'attention.withdrawn' },
  ];
}

/** Changes around the messages: time passes, and the person comes to them or leaves. */
function meanwhile(world: World, event: ToastStep): World {
  const later = (ms: number) => {
    const moment = world.now() + ms;
    return { ...world, now: () => moment };
  };
  switch (event.type) {
    case 'notification.raised':
      return {
        ...later(event.after),
        isOutdated: world.isOutdated || event.notification === newVersion,
        confirmedBy: undefined,
      };
    case 'attention.given':
      return { ...world, by: event.by };
    case 'attention.withdrawn':
      return { ...world, by: undefined };
    case 'notification.confirmed':
      return world.toasts.length > 1
        ? { ...world, confirmedBy: world.by }
        : { ...world, by: undefined, confirmedBy: undefined };
    default: {
      const end = nextEnd(world);
      return { ...later(end === null ? LINGERING_MS : end - world.now()), confirmedBy: undefined };
    }
  }
}

/** The messages on a public page, which are all infos. */
export const toastsInBrowser: Subject<ToastStep, World, NotificationsInput> = {
  ...notificationsSubject,
  events: ({ snapshot, context, state }) => [...eventsIn(context, state), ...internalEvents(snapshot, {})],
  meanwhile,
  abstraction: ({ toasts, heldSince, now, by, isOutdated, confirmedBy }) => [
    toasts.map(({ key, endsAt }) => [key, (endsAt ?? 0) - (heldSince ?? now())]),
    by,
    isOutdated === true,
    confirmedBy,
  ],
};

/** Every message, whatever time has passed, and with everything that somebody can be at it, or has been before. */
export const toastGoal = ({ event, arrows, from }: Edge<ToastStep>): string => {
  const { by, confirmedBy } = from.context as World;
  return JSON.stringify([
    arrows.map(({ id }) => id),
    'notification' in event && [event.notification.key, event.after],
    by ?? ('by' in event && event.by),
    event.type.startsWith('xstate.after') && confirmedBy,
  ]);
};

/** A person at the search, while the server has too much to do and a newer version of the portal is installed. */
export class NotificationsWalker extends PublicWalker {
  #suggestions!: RequestGate;
  #builds!: RequestGate;
  /** Messages that the person must see, with their remaining time in ms without attention. */
  readonly #toasts = new Map<string, number>();
  #by: By | null = null;
  #typed = 0;

  constructor(stage: Stage) {
    super(stage, hrefOf.search, LEAST_MS);
  }

  protected async prepare(): Promise<void> {
    const { context } = this.visitor.watched;
    this.#suggestions = await RequestGate.before(context, /\/api\/search\/suggestions/);
    this.#builds = await RequestGate.before(context, /\/builds\/latest\.json/);
  }

  override async begin(locale: Locale): Promise<void> {
    await super.begin(locale);
    await eventually(async () => {
      await passTime(this.page, NOTICES_MS);
      return this.#builds.isAsked && (await this.#region.count()) > 0;
    }, true);
  }

  executor(): Executor<ToastStep, NotificationsState> {
    const events: ForEveryEvent<ToastStep, ReturnType<ReturnType<typeof does>>> = {
      'notification.raised': does(async ({ notification, after }) => {
        await this.#pass(after);
        await (notification === busy ? this.#searchAtBusyServer() : this.#learnOfNewBuild());
        this.#toasts.set(this.visitor.text(notification.key), READING_MS);
      }),
      'notification.confirmed': does(({ id }) => this.#confirm(id)),
      'attention.given': does(({ by }) => this.#come(by)),
      'attention.withdrawn': does(() => this.#leave()),
      'xstate.done': does(() => Promise.reject(new Error('nothing is called'))),
      'xstate.error': does(() => Promise.reject(new Error('nothing is called'))),
      'xstate.after': does(() => this.#wait()),
    };
    return {
      events,
      states: {
        absent: () => this.#sees(false),
        'shown.passing': () => this.#sees(true),
        'shown.held': async () => {
          await this.#sees(true);
          await passTime(this.page, LONG_MS);
          await this.#sees(true);
        },
        lingering: () => this.#sees(true),
      },
    };
  }

  get #region(): Locator {
    return this.page.getByRole('region', { name: this.visitor.text('kit:toast.region') });
  }

  #toast(text: string): Locator {
    return this.#region.locator('.sp-toast', { hasText: text });
  }

  #button(text: string): Locator {
    return this.#toast(text).getByRole('button', { name: this.visitor.text('kit:toast.confirm') });
  }

  /** The messages in the order in which they came, within the region that screen readers read out. */
  async #sees(isThere: boolean): Promise<void> {
    const texts = () => this.#region.locator('.sp-toast p').allTextContents();
    await eventually(texts, [...this.#toasts.keys()]);
    await eventually(() => this.page.locator('.sp-toasts').count(), isThere ? 1 : 0);
    expect(await this.#region.getAttribute('aria-live')).toBe('polite');
  }

  /** The read waits for the server, and is given up before that answers. */
  async #searchAtBusyServer(): Promise<void> {
    const field = this.page.locator('input[name="q"]');
    this.#typed += 1;
    await field.fill(`hund ${this.#typed}`);
    await this.#suggestions.refuse(503, { code: 'overloaded' }, { 'retry-after': '10' });
    await this.#toast(this.visitor.text(busy.key)).waitFor();
    await field.press('Escape');
  }

  async #learnOfNewBuild(): Promise<void> {
    await this.#builds.answer(200, { id: 'newer' });
    await this.#toast(this.visitor.text(newVersion.key)).waitFor();
  }

  /**
   * Confirms by pointer or focus, as the person is at the messages; otherwise as a screen reader, which moves neither.
   */
  async #confirm(id: string): Promise<void> {
    const [, key] = JSON.parse(id) as [string, string];
    const text = this.visitor.text(key);
    const button = this.#button(text);
    if (this.#by === 'pointer') await button.click();
    else if (this.#by === 'focus') {
      await button.focus();
      await this.page.keyboard.press('Enter');
    } else await button.evaluate((it: HTMLButtonElement) => it.click());
    this.#toasts.delete(text);
    await this.#toast(text).waitFor({ state: 'detached' });
    const [next] = this.#toasts.keys();
    if (next === undefined) return this.#leave();
    // The messages have moved beneath the pointer.
    if (this.#by === 'pointer') await this.#toast(next).locator('p').hover();
  }

  async #come(by: By): Promise<void> {
    const [first = ''] = this.#toasts.keys();
    if (by === 'pointer') await this.#toast(first).locator('p').hover();
    else {
      await this.page.locator('h1').focus();
      await this.#button(first).focus();
    }
    this.#by = by;
  }

  async #leave(): Promise<void> {
    if (this.#by === 'pointer') await this.page.mouse.move(1, 1);
    else if (this.#by === 'focus') await this.page.locator('h1').focus();
    this.#by = null;
  }

  async #pass(ms: number): Promise<void> {
    await passTime(this.page, ms);
    if (this.#by !== null) return;
    for (const [text, left] of this.#toasts) {
      if (left > ms) this.#toasts.set(text, left - ms);
      else this.#toasts.delete(text);
    }
  }

  /** Waits until the next message has had its time, or the place of the last one is removed. */
  async #wait(): Promise<void> {
    const left = this.#toasts.size > 0 ? Math.min(...this.#toasts.values()) : LINGERING_MS;
    await this.#pass(left - 1);
    await this.#sees(true);
    await this.#pass(1);
  }
}
