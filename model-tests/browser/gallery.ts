import { expect } from 'vitest';
import { type Locale, locales } from '#domain/locale.ts';
import { keepPicture, picture } from './pictures.ts';
import type { Visitor } from './visitor.ts';
import type { Viewer, WatchedPage } from './watched-page.ts';

const widths: readonly Viewer['width'][] = [360, 768, 1280];

/**
 * What every screen must keep to: it fits every width in both languages, and has no barrier.
 * Barriers are looked for at one width a language, another one with every state.
 */
export class Gallery {
  readonly #seen = new Set<string>();
  #turn = 0;

  /** Looks at the present screen. The language is changed by its switch, so the workflow must survive that, too. */
  async look(visitor: Visitor, state: string): Promise<void> {
    this.#note(state);
    const first = visitor.locale;
    for (const locale of [first, ...locales.filter((it) => it !== first)]) {
      await visitor.read(locale);
      await this.#inspect(visitor.watched, state, locale);
    }
    await visitor.read(first);
  }

  /** A screen whose language cannot be changed, because of a dialog or because it goes on by itself. */
  async lookOnce({ watched, locale }: Visitor, state: string): Promise<void> {
    this.#note(`${state} ${locale}`);
    await this.#inspect(watched, state, locale);
  }

  /** Keeps a picture of where a journey came to grief. */
  async keep({ page }: Visitor, name: string): Promise<void> {
    await keepPicture(page, `failed-${name.replace(/\W+/g, '-')}`);
  }

  #note(state: string): void {
    expect(this.#seen, 'names of screen states').not.toContain(state);
    this.#seen.add(state);
    this.#turn += 1;
  }

  async #inspect(watched: WatchedPage, state: string, locale: Locale): Promise<void> {
    const turn = (this.#turn + locales.indexOf(locale)) % widths.length;
    for (const [index, width] of widths.entries()) {
      const name = `${state}-${locale}-${width}`;
      await watched.page.setViewportSize({ width, height: 900 });
      await watched.expectFits(name);
      if (index === turn) await watched.expectAccessible(name);
      await picture(watched.page, name);
    }
  }
}
