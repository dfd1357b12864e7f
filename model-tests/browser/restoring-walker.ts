import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { SavedFile } from '#contract/saved-answers.ts';
import type { Locale } from '#domain/locale.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { RestoringStep } from '../flows/restoring.subject.ts';
import { fillIn, KIEL } from '../http/applications.ts';
import type { ForEveryEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { eventually } from './eventually.ts';
import { RequestGate } from './request-gate.ts';
import { leiKaIdOf } from './service-forms.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

export type RestoringState = 'asked' | 'opening' | 'refused' | 'opened';

const CALL = /\/api\/saved-answers/;
const TYPED = 'Elfriede';

/** A person at the start of an application with a file of answers and its code; the server is the real one. */
export class RestoringWalker implements PathWalker<RestoringStep, RestoringState> {
  readonly #stage: Stage;
  visitor!: Visitor;
  #gate!: RequestGate;
  #saved!: SavedFile;
  /** Key of the message about the missing input; null if the last input was complete. */
  #missing: string | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get #page(): Page {
    return this.visitor.page;
  }

  get #fold(): Locator {
    return this.#page.locator('.sp-details', { hasText: this.#text('title') });
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    const client = portal.client();
    await client.call('openPseudo', { body: { locale } });
    const { id } = await fillIn(client, 'hundesteuer', { change: { dogName: TYPED } });
    this.#saved = await client.call('saveAnswers', { params: { id }, query: { lang: locale } });
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    this.#gate = await RequestGate.before(this.visitor.watched.context, CALL);
    await this.#page.goto(hrefOf.start(locale, leiKaIdOf('hundesteuer'), KIEL));
    await this.#fold.locator('summary').click();
  }

  async end(): Promise<void> {
    await this.visitor.leave();
    this.visitor.watched.expectSilent([/422/, /404/]);
  }

  async keep(name: string): Promise<void> {
    await this.#page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<RestoringStep, RestoringState> {
    const handler =
      <E extends RestoringStep>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<RestoringStep, Promise<Answer>> = {
      'answers.submitted': handler(({ file, code }) => this.#submit(file !== null, code.trim() !== '')),
      'xstate.done': handler(async () => expect((await this.#gate.pass()).ok()).toBe(true)),
      'xstate.error': handler(() => this.#refuse()),
      'xstate.after': () => Promise.reject(new Error('nothing of it waits')),
    };
    return {
      events,
      states: {
        asked: async () => {
          await this.visitor.button('restoring:ok').waitFor();
          if (this.#missing) await this.#page.getByText(this.#text(this.#missing)).waitFor();
          await eventually(() => this.#page.locator('.sp-error').count(), this.#missing ? 1 : 0);
          expect(this.#gate.isAsked).toBe(false);
        },
        opening: async () => {
          await this.#gate.asked();
          await this.visitor.button('restoring:opening').waitFor();
        },
        refused: async () => {
          await this.#page.getByText(this.visitor.text('errors:code.saved-answers-code')).waitFor();
          await this.visitor.button('restoring:ok').waitFor();
        },
        opened: () => this.#goesOn(),
      },
    };
  }

  #text(key: string): string {
    return this.visitor.text(`restoring:${key}`);
  }

  async #submit(withFile: boolean, withCode: boolean): Promise<void> {
    const { file, name, code } = this.#saved;
    this.#missing = withFile ? (withCode ? null : 'code.missing') : 'file.missing';
    const answers = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(file) };
    await this.#page.locator('#saved-file').setInputFiles(withFile ? answers : []);
    await this.#page.locator('#saved-code').fill(withCode ? code.toLowerCase().replaceAll('-', ' ') : ' ');
    await this.visitor.button('restoring:ok').click();
  }

  /** The code that arrives is another one. */
  async #refuse(): Promise<void> {
    await this.#gate.change((body) => ({ ...body, code: 'WRONG' }));
  }

  /** The answers are there, in an application of their own. */
  async #goesOn(): Promise<void> {
    await this.#page.getByText(this.#text('done.title')).waitFor();
    const address = await this.visitor.link('restoring:done.ok').getAttribute('href');
    const id = new URL(address!, this.#stage.portal.url).searchParams.get('id')!;
    const client = await this.visitor.otherWindow(this.#stage.portal);
    const { data } = await client.openForm({ params: { id }, query: {} });
    expect(data.dogName).toBe(TYPED);
  }
}
