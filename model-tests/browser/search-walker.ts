import type { Locator } from 'playwright';
import { expect } from 'vitest';
import type { SearchResult } from '#contract/content.ts';
import type { SearchContext } from '#machines/search/search.types.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { type Ends, internalEvents } from '../flows/internal-events.ts';
import { type SearchStep, searchSubject, suggestion } from '../flows/search.subject.ts';
import { demonstrationContent } from '../http/public-addresses.ts';
import type { ForEveryEvent, Subject } from '../paths/subject.ts';
import type { Executor } from '../paths/walk.ts';
import { eventually } from './eventually.ts';
import { serviceBySlug } from './public-screens.ts';
import { does, PublicWalker } from './public-walker.ts';
import { RequestGate } from './request-gate.ts';
import type { Stage } from './walk-paths.ts';

export type SearchState = 'closed' | `open.${'waiting' | 'asking' | 'found' | 'empty' | 'failed'}`;

const CALLS = /\/api\/search\/suggestions/;
const QUIET_MS = 150;
const KNOWN = 'hundest';
const KNOWN_IN_ENGLISH = 'dog ta';
const UNKNOWN = 'xqzwv';
const { leiKaId, title } = serviceBySlug(demonstrationContent(), 'hundesteuer');
const dogTax = suggestion(leiKaId, title.de);

/** `field`: the content of the field, if it differs from the last input. */
type World = SearchContext & { field?: string };
const textOf = ({ field, query }: World): string => field ?? query;

const ends: Ends<World> = {
  suggest: ({ query }) => ({
    outputs: [query === UNKNOWN ? [] : [dogTax, suggestion('another', '')]],
    errors: [{ code: 'network' }],
  }),
};

/** A page begins with the text that was searched for; where a suggestion has led there is no field. */
export const searchInBrowser: Subject<SearchStep, World, undefined> = {
  ...searchSubject,
  events: ({ snapshot, context }) => {
    const isShown = snapshot.matches('open') && context.suggestions.length > 0;
    const onList: SearchStep[] = [
      { type: 'highlight.moved', step: 1 },
      { type: 'highlight.moved', step: -1 },
      { type: 'suggestion.picked', suggestion: dogTax },
    ];
    return [
      ...[KNOWN, UNKNOWN, ' h'].map((query): SearchStep => ({ type: 'query.typed', query, locale: 'de' })),
      ...(isShown ? onList : []),
      { type: 'search.submitted' },
      { type: 'suggestions.closed' },
      { type: 'suggestions.opened', query: textOf(context), locale: 'de' },
      ...internalEvents(snapshot, ends),
    ];
  },
  meanwhile: ({ field: _, ...context }, event) => ({
    ...context,
    ...(event.type === 'suggestion.picked' && { field: '' }),
  }),
  abstraction: (context, state) => [searchSubject.abstraction(context, state), textOf(context)],
};

/** A person at the search, on public pages of the running server. */
export class SearchWalker extends PublicWalker {
  #gate!: RequestGate;
  /** The suggestions that the person is to see as long as the list is open. */
  #suggested: string[] = [];
  /** Position among them; null while the text itself is meant. */
  #highlighted: number | null = null;

  constructor(stage: Stage) {
    super(stage, hrefOf.search);
  }

  protected async prepare(): Promise<void> {
    this.#gate = await RequestGate.before(this.visitor.watched.context, CALLS);
  }

  executor(): Executor<SearchStep, SearchState> {
    const events: ForEveryEvent<SearchStep, ReturnType<ReturnType<typeof does>>> = {
      'query.typed': does(({ query }) => this.#type(this.#typed(query))),
      'highlight.moved': does(({ step }) => this.#move(step)),
      'suggestion.picked': does(({ suggestion: picked }) => this.#pick(picked)),
      'search.submitted': does(() => this.#submit()),
      'suggestions.closed': does(() => this.#close()),
      'suggestions.opened': does(async () => {
        await this.#comeToField();
        this.#highlighted = null;
        if ((await this.#field.inputValue()).trim().length < 2) this.#suggested = [];
        await this.#field.press('ArrowDown');
      }),
      'xstate.done': does(() => this.#hear()),
      'xstate.error': does(() => this.#gate.fail()),
      'xstate.after': does(() => this.passUntilDue(QUIET_MS, () => this.#gate.quiet())),
    };
    const sees = (isAsked: boolean) => async () => {
      await this.#seesList();
      if (!isAsked) return this.#gate.quiet();
      const typed = (await this.#field.inputValue()).trim();
      expect((await this.#gate.address()).searchParams.get('q')).toBe(typed);
    };
    return {
      events,
      states: {
        closed: async () => {
          await this.#gate.quiet();
          await this.page.getByRole('option').first().waitFor({ state: 'hidden' });
          if (await this.#field.count())
            await eventually(() => this.#field.getAttribute('aria-expanded'), 'false');
          await this.#seesFailure(false);
        },
        'open.waiting': sees(false),
        'open.asking': sees(true),
        'open.found': sees(false),
        'open.empty': sees(false),
        'open.failed': async () => {
          await sees(false)();
          await this.#seesFailure(this.#suggested.length === 0);
        },
      },
    };
  }

  get #field(): Locator {
    return this.page.locator('input[name="q"]');
  }

  get #options(): Locator {
    return this.page.getByRole('option');
  }

  async #seesList(): Promise<void> {
    const texts = () => this.#options.evaluateAll((all) => all.map((it) => it.firstChild?.textContent));
    await eventually(texts, this.#suggested);
    await eventually(() => this.#field.getAttribute('aria-expanded'), String(this.#suggested.length > 0));
    const chosen = () =>
      this.#options.evaluateAll((all) => all.findIndex((it) => it.ariaSelected === 'true'));
    await eventually(chosen, this.#highlighted ?? -1);
    if (this.#suggested.length === 0) return;
    const status = this.visitor.text('search:what.count', { count: this.#suggested.length });
    await this.page.getByRole('status').filter({ hasText: status }).waitFor({ state: 'attached' });
  }

  async #seesFailure(isSeen: boolean): Promise<void> {
    const message = this.page.getByText(this.visitor.text('errors:catalogue.search'));
    await eventually(() => message.count(), isSeen ? 1 : 0);
  }

  /** Opens a page with the field, if a suggestion has led to one without. */
  async #comeToField(): Promise<void> {
    if ((await this.#field.count()) > 0) return;
    await this.follow(hrefOf.search(this.visitor.locale));
    await this.#field.waitFor();
    await this.#arrives();
  }

  #arrives(): Promise<void> {
    return this.page.locator('h1:focus, #results:focus').waitFor();
  }

  async #type(query: string): Promise<void> {
    await this.#comeToField();
    this.#highlighted = null;
    if (query.trim().length < 2) this.#suggested = [];
    // Repeated text is an input as well.
    if ((await this.#field.inputValue()) === query) await this.#field.fill('');
    await this.#field.fill(query);
  }

  /** The text that finds something, as people type it in their language. */
  #typed(query: string): string {
    return query === KNOWN && this.visitor.locale === 'en' ? KNOWN_IN_ENGLISH : query;
  }

  async #move(step: 1 | -1): Promise<void> {
    await this.#field.press(step === 1 ? 'ArrowDown' : 'ArrowUp');
    const last = this.#suggested.length - 1;
    const next = this.#highlighted === null ? (step === 1 ? 0 : last) : this.#highlighted + step;
    this.#highlighted = next < 0 || next > last ? null : next;
  }

  async #pick(suggestion: SearchResult): Promise<void> {
    const picked = suggestion === dogTax ? title[this.visitor.locale] : suggestion.title;
    await this.#options.filter({ hasText: picked }).first().click();
    this.#suggested = [];
    this.#highlighted = null;
    await this.visitor.seesHeading(picked);
    await this.#arrives();
  }

  /** The text itself: whatever is marked is left first. */
  async #submit(): Promise<void> {
    const typed = await this.#field.inputValue();
    const isNew = new URL(this.page.url()).searchParams.get('q') !== typed;
    await this.visitor.button('search:submit').click();
    this.#suggested = [];
    this.#highlighted = null;
    await this.page.waitForURL((url) => url.searchParams.get('q') === typed);
    if (isNew) await this.#arrives();
  }

  async #close(): Promise<void> {
    if (this.#suggested.length > 0) await this.#field.press('Escape');
    else await this.#field.press('Tab');
    this.#highlighted = null;
  }

  async #hear(): Promise<void> {
    const answer = (await (await this.#gate.pass()).json()) as SearchResult[];
    const marked = this.#highlighted === null ? undefined : this.#suggested[this.#highlighted];
    this.#suggested = answer.map((it) => it.title);
    const position = marked === undefined ? -1 : this.#suggested.indexOf(marked);
    this.#highlighted = position < 0 ? null : position;
  }
}
