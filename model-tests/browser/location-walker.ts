import type { Locator } from 'playwright';
import { expect } from 'vitest';
import type { LocationContext, LocationInput } from '#machines/location/location.types.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { type Ends, internalEvents } from '../flows/internal-events.ts';
import { kiel, type LocationStep, locationSubject } from '../flows/location.subject.ts';
import { demonstrationContent } from '../http/public-addresses.ts';
import type { ForEveryEvent, Subject } from '../paths/subject.ts';
import type { Executor } from '../paths/walk.ts';
import { eventually } from './eventually.ts';
import { serviceBySlug } from './public-screens.ts';
import { does, PublicWalker } from './public-walker.ts';
import { RequestGate } from './request-gate.ts';
import type { Stage } from './walk-paths.ts';

export type LocationState =
  | 'idle'
  | 'waiting'
  | 'searching'
  | 'found'
  | 'empty'
  | 'unknownPostcode'
  | 'failed'
  | 'chosen';

const CALLS = /\/location\/search-by-name/;
const QUIET_MS = 200;
const UNKNOWN_POSTCODE = '00000';
const NOWHERE = 'Xqzwv';
const { leiKaId } = serviceBySlug(demonstrationContent(), 'hundesteuer');

const ends: Ends<LocationContext> = {
  searchPlaces: ({ query }) => ({
    outputs: [query === kiel.value ? [kiel] : []],
    errors: [{ code: 'network' }],
  }),
};

/** The place on the page of a service: a chosen place can only be taken back, as the field is hidden then. */
export const locationInBrowser: Subject<LocationStep, LocationContext, LocationInput> = {
  ...locationSubject,
  events: ({ snapshot, context, state }) => {
    if (state === 'chosen') return [{ type: 'place.cleared' }];
    const typed = [kiel.value, UNKNOWN_POSTCODE, NOWHERE, '  '];
    return [
      ...typed.map((query): LocationStep => ({ type: 'place.typed', query })),
      ...context.places.map((place): LocationStep => ({ type: 'place.picked', place })),
      ...internalEvents(snapshot, ends),
    ];
  },
};

/** A person whom the page of a service asks for their place. */
export class LocationWalker extends PublicWalker {
  #gate!: RequestGate;
  /** The list stays while the next lookup is under way. */
  #hasPlaces = false;

  constructor(stage: Stage) {
    super(stage, (locale) => hrefOf.service(locale, leiKaId));
  }

  protected async prepare(): Promise<void> {
    this.#gate = await RequestGate.before(this.visitor.watched.context, CALLS);
  }

  executor(): Executor<LocationStep, LocationState> {
    const events: ForEveryEvent<LocationStep, ReturnType<ReturnType<typeof does>>> = {
      'place.typed': does(({ query }) => this.#type(query)),
      'place.picked': does(({ place }) => this.#pick(place.value)),
      'place.cleared': does(() => this.visitor.link('common:place.change').click()),
      'xstate.done': does(async () => {
        const places = (await (await this.#gate.pass()).json()) as unknown[];
        this.#hasPlaces = places.length > 0;
      }),
      'xstate.error': does(async () => {
        await this.#gate.fail();
        this.#hasPlaces = false;
      }),
      'xstate.after': does(() => this.passUntilDue(QUIET_MS, () => this.#gate.quiet())),
    };
    const says = (key: string) => async () => {
      await this.#gate.quiet();
      await this.#seesPlaces();
      await this.#status.filter({ hasText: this.visitor.text(`common:place.${key}`) }).waitFor();
    };
    return {
      events,
      states: {
        idle: async () => {
          await this.#field.waitFor();
          await this.#gate.quiet();
          await this.#seesPlaces();
          expect((await this.#field.inputValue()).trim()).toBe('');
          await this.#isKept(null);
        },
        waiting: async () => {
          await this.#gate.quiet();
          await this.#seesPlaces();
        },
        searching: async () => {
          const typed = (await this.#field.inputValue()).trim();
          expect((await this.#gate.address()).searchParams.get('name')).toBe(typed);
          await this.#seesPlaces();
        },
        found: async () => {
          await this.#gate.quiet();
          await this.#seesPlaces();
        },
        empty: says('nothing'),
        unknownPostcode: says('unknownPostcode'),
        failed: says('failed'),
        chosen: async () => {
          await this.page.locator('.sp-chosen-place', { hasText: kiel.value }).first().waitFor();
          await this.visitor.link('service:start').waitFor();
          await this.#isKept(kiel);
        },
      },
    };
  }

  get #field(): Locator {
    return this.page.getByLabel(this.visitor.text('service:place.label'));
  }

  get #status(): Locator {
    return this.page.locator('.sp-combobox__status');
  }

  async #seesPlaces(): Promise<void> {
    const options = this.page.getByRole('option', { name: kiel.value, exact: true });
    await eventually(() => options.count(), this.#hasPlaces ? 1 : 0);
    if (!this.#hasPlaces) await eventually(() => this.page.getByRole('option').count(), 0);
  }

  async #type(query: string): Promise<void> {
    if (query.trim() === '') this.#hasPlaces = false;
    if ((await this.#field.inputValue()) === query) await this.#field.press('End');
    await this.#field.fill('');
    await this.#field.fill(query);
  }

  async #pick(name: string): Promise<void> {
    await this.page.getByRole('option', { name, exact: true }).click();
    this.#hasPlaces = false;
  }

  /** The browser keeps the place for every later page. */
  async #isKept(place: typeof kiel | null): Promise<void> {
    const kept = () => this.page.evaluate(() => localStorage.getItem('serviceportal.place'));
    await eventually(kept, place && JSON.stringify({ value: place.value, key: place.key }));
  }
}
