import type { Locator, Page } from 'playwright';
import type { Locale } from '#domain/locale.ts';
import type { UploadEvent } from '#machines/upload/upload.types.ts';
import { padding, tinyPdf } from '#server/examination/testing/tiny-files.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { EICAR } from '#stand-ins/scanner/server.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { UploadStep } from '../flows/upload.subject.ts';
import { deleteDrafts } from '../http/applications.ts';
import { offerOfProbe } from '../http/probe-content.ts';
import type { Path } from '../paths/path.ts';
import type { ForEveryEvent, InternalEvent } from '../paths/subject.ts';
import type { Answer, Executor } from '../paths/walk.ts';
import { logInBeside } from './login-window.ts';
import { lookAtCovered } from './look.ts';
import { UploadGate } from './upload-gate.ts';
import { Visitor } from './visitor.ts';
import { type PathWalker, pictureOf, type Stage } from './walk-paths.ts';

export type UploadState =
  | 'queued'
  | 'underWay.sending'
  | 'underWay.checking'
  | 'quarantined.resting'
  | 'quarantined.asking'
  | 'postponed'
  | 'failed'
  | 'refused'
  | 'kept'
  | 'removed';

const PERSON: LoginChoice = 'lindemann:eID';
/** Number of parallel uploads. */
const AT_ONCE = 3;
const MEGABYTE = 1024 * 1024;
const NAME = 'proof.pdf';

/** Pages with file fields, and one after them. */
export const pagesWithFiles = [
  {
    type: 'panel',
    key: 'proofs',
    label: 'Probe',
    title: 'Probe',
    components: [
      {
        type: 'file',
        key: 'proof',
        label: 'Probe',
        input: true,
        multiple: true,
        filePattern: 'application/pdf,image/jpeg,image/png',
        fileMaxSize: '2MB',
      },
    ],
  },
  {
    type: 'panel',
    key: 'last',
    label: 'Probe',
    title: 'Probe',
    components: [{ type: 'textfield', key: 'note', label: 'Probe', input: true }],
  },
];

/** A PDF that takes a while to be sent. */
export const pdf = (name: string, size = MEGABYTE) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(tinyPdf({ objects: [padding(size)] })),
});

/** One file of a person at the browser, from its selection to its end. */
export class UploadWalker implements PathWalker<UploadStep, UploadState> {
  readonly #stage: Stage;
  visitor!: Visitor;
  #gate!: UploadGate;
  #others = 0;
  /** The scanner is away when this attempt has reached the server. */
  #isAway = false;
  /** True if the server finds another kind of file in the bytes. */
  readonly #wrongKind: boolean;
  /** The code that each attempt ends with, in order; '' where it does not fail. */
  readonly #codes: string[];
  readonly #isEmpty: boolean;
  /** The file contains what every scanner finds. */
  readonly #infected: boolean;
  /** For each attempt in order: true if it ends while the scanner is away. */
  readonly #scannerIsAway: boolean[];
  #hasExpired = false;

  constructor(stage: Stage, { start, steps }: Path<UploadStep>) {
    this.#stage = stage;
    this.#isEmpty = start === 'an empty file';
    this.#wrongKind = steps.some(({ event }) => codeOf(event) === 'file-type-refused');
    this.#infected = steps.some(({ event }) => codeOf(event) === 'file-infected');
    const ends = steps.flatMap(({ event }, at) => {
      if (event.type !== 'turn.granted') return [];
      return [steps.slice(at).find(({ event: { type } }) => /^xstate|^removal/.test(type))?.event];
    });
    this.#codes = ends.map((end) => (end ? codeOf(end) : ''));
    this.#scannerIsAway = ends.map((end) => end !== undefined && isChecked(end) === false);
  }

  get page(): Page {
    return this.visitor.page;
  }

  async begin(locale: Locale): Promise<void> {
    const { browser, portal } = this.#stage;
    this.visitor = await Visitor.arrive(browser, portal.url, locale);
    const { area } = offerOfProbe({ mode: 'none', noticeAllowed: false });
    await this.page.goto(hrefOf.start(locale, '99000000000000', area));
    await this.visitor.button('start:ways.account.login').click();
    await this.visitor.chooseAtAccount(PERSON);
    await this.page.locator('#field-amount').fill('0');
    await this.visitor.next();
    this.#gate = await UploadGate.before(this.page);
    await this.#occupy();
    const empty = { ...pdf(NAME), buffer: Buffer.alloc(0) };
    const hidden = { ...pdf(NAME), buffer: Buffer.concat([Buffer.from('<html>'), Buffer.alloc(MEGABYTE)]) };
    const infected = {
      ...pdf(NAME),
      buffer: Buffer.from(tinyPdf({ text: EICAR, objects: [padding(MEGABYTE)] })),
    };
    const sound = this.#infected ? infected : pdf(NAME);
    await this.#choose(this.#isEmpty ? empty : this.#wrongKind ? hidden : sound);
  }

  async end(): Promise<void> {
    this.#scanner.behave('works');
    const client = this.#stage.portal.client();
    await client.logIn(PERSON);
    await deleteDrafts(client);
    await this.visitor.leave();
  }

  /** Saves a picture of where a path failed. */
  async keep(name: string): Promise<void> {
    await this.page.screenshot({ path: pictureOf(name), fullPage: true });
  }

  executor(): Executor<UploadStep, UploadState> {
    const handler =
      <E extends UploadEvent | InternalEvent>(act: (event: E) => Promise<unknown>) =>
      async (event: E): Promise<Answer> => {
        await act(event);
        return 'accepted';
      };
    const events: ForEveryEvent<UploadStep, Promise<Answer>> = {
      'turn.granted': handler(() => this.#makeRoom()),
      'bytes.sent': handler(() => this.#progresses()),
      'file.delivered': handler(() => this.#deliver()),
      'retry.requested': handler(() => this.#press('kit:file.retry')),
      'network.restored': handler(() => this.#gate.interrupt()),
      'session.renewed': handler(() => this.#logInAgain()),
      'removal.requested': handler(() => this.#row.getByRole('button').last().click()),
      'xstate.done': handler((event) =>
        isQuestion(event) ? this.#hear(isChecked(event) === true) : this.#gate.end(NAME, 'arrives'),
      ),
      'xstate.error': handler((event) =>
        isQuestion(event) ? this.#hearFault(codeOf(event)) : this.#fail(codeOf(event)),
      ),
      'xstate.after': handler(async ({ type }) => {
        if (type.includes('untilQuestion')) await this.#gate.asked();
      }),
    };
    const reads = (key: string) => () =>
      this.#stageOf()
        .filter({ hasText: this.visitor.text(key) })
        .waitFor();
    return {
      events,
      states: {
        queued: reads('kit:file.stage.queued'),
        'underWay.sending': () =>
          this.#stageOf()
            .filter({ hasText: this.visitor.text('kit:file.stage.sending', { percent: '' }) })
            .waitFor(),
        'underWay.checking': reads('kit:file.stage.checking'),
        postponed: async () => {
          await reads('kit:file.stage.postponed')();
          // The file must find a queue.
          await this.#occupy();
        },
        'quarantined.resting': reads('kit:file.stage.quarantined'),
        'quarantined.asking': reads('kit:file.stage.quarantined'),
        failed: async () => {
          await this.#seesNotUploaded();
          await this.#retry().waitFor();
        },
        refused: async () => {
          await this.#seesNotUploaded();
          await this.#retry().waitFor({ state: 'detached' });
        },
        kept: reads('kit:file.stage.kept'),
        removed: () => this.#row.waitFor({ state: 'detached' }),
      },
    };
  }

  get #row(): Locator {
    return this.page.locator('.sp-file', { hasText: NAME });
  }

  #stageOf(): Locator {
    return this.#row.locator('.sp-file__stage');
  }

  #retry(): Locator {
    return this.#row.getByRole('button', { name: this.visitor.text('kit:file.retry') });
  }

  #choose(...files: ReturnType<typeof pdf>[]): Promise<void> {
    return this.page.locator('#field-proof').setInputFiles(files);
  }

  #press(key: string): Promise<void> {
    return this.#row.getByRole('button', { name: this.visitor.text(key) }).click();
  }

  async #seesNotUploaded(): Promise<void> {
    await this.#stageOf()
      .filter({ hasText: this.visitor.text('kit:file.stage.refused') })
      .waitFor();
    await this.#row.locator('.sp-error').waitFor();
    // The repeated attempt must find a queue.
    await this.#occupy();
  }

  /** Other files take all slots for simultaneous uploads. */
  async #occupy(): Promise<void> {
    const others = this.page
      .locator('.sp-file', { hasText: 'other-' })
      .filter({ has: this.page.locator('progress') });
    const missing = AT_ONCE - (await others.count());
    const files = Array.from({ length: missing }, (_, at) => pdf(`other-${this.#others + at}.pdf`));
    this.#others += files.length;
    if (files.length > 0) await this.#choose(...files);
    await others.nth(AT_ONCE - 1).waitFor();
  }

  async #makeRoom(): Promise<void> {
    const other = this.page
      .locator('.sp-file', { hasText: 'other-' })
      .filter({ has: this.page.locator('progress') });
    await this.#gate.slow();
    this.#isAway = this.#scannerIsAway.shift() === true;
    if (this.#codes.shift() === 'session-expired') await this.#endSession();
    await other.last().getByRole('button').last().click();
  }

  async #progresses(): Promise<void> {
    const value = () => this.#row.locator('progress').evaluate((bar) => (bar as HTMLProgressElement).value);
    const before = await value();
    await this.page.waitForFunction(
      ([name, least]) =>
        [...document.querySelectorAll('.sp-file')].some(
          (row) =>
            row.textContent?.includes(String(name)) && row.querySelector('progress')!.value > Number(least),
        ),
      [NAME, before] as const,
    );
  }

  get #scanner() {
    return this.#stage.portal.partners.scanner;
  }

  async #deliver(): Promise<void> {
    this.#scanner.behave(this.#isAway ? 'away' : 'works');
    await this.#gate.letThrough();
  }

  /** Gives the server's answer: with a working scanner, it knows the result. */
  async #hear(isChecked: boolean): Promise<void> {
    if (isChecked) await this.#haveChecked();
    await this.#gate.answer('arrives');
  }

  async #hearFault(code: string): Promise<void> {
    if (code === 'network') return this.#gate.answer('connection lost');
    if (code === 'session-expired') return this.#expire(() => this.#gate.answer('session ended'));
    await this.#haveChecked();
    await this.#gate.answer('arrives');
  }

  /** The scanner is back, and the server has had the file checked. */
  async #haveChecked(): Promise<void> {
    this.#scanner.behave('works');
    const params = { id: new URL(this.page.url()).searchParams.get('id')!, file: await this.#gate.asked() };
    const client = await this.visitor.otherWindow(this.#stage.portal);
    const isKnown = () =>
      client.call('getUpload', { params }).then(
        ({ checked }) => checked,
        () => true,
      );
    while (!(await isKnown())) await new Promise((resolve) => setTimeout(resolve, 100));
  }

  async #fail(code: string): Promise<void> {
    if (code === 'session-expired') return this.#expire(() => this.#gate.end(NAME, 'arrives'));
    if (code === 'network') return this.#gate.end(NAME, 'connection lost');
    if (code === 'too-many-requests') return this.#gate.end(NAME, 'too many');
    if (code === 'overloaded') return this.#gate.end(NAME, 'busy');
    // The server's own refusal, for the bytes.
    return this.#gate.end(NAME, 'arrives');
  }

  /** The server forgets the session, the browser keeps its cookie, as when a session expires. */
  async #endSession(): Promise<void> {
    await (await this.visitor.otherWindow(this.#stage.portal)).call('logout', {});
  }

  /** The message about the end covers the page; the person stays there. */
  async #expire(answer: () => Promise<void>): Promise<void> {
    await answer();
    if (!this.#hasExpired) await lookAtCovered(this.visitor);
    this.#hasExpired = true;
  }

  async #logInAgain(): Promise<void> {
    await logInBeside(this.visitor.watched.context, PERSON);
    this.#hasExpired = false;
  }
}

const codeOf = (event: UploadStep): string =>
  'error' in event ? ((event.error as { code?: string }).code ?? '') : '';

/** Undefined for anything that is not a verdict of the server on a file. */
const isChecked = (event: UploadStep): boolean | undefined =>
  'output' in event ? (event.output as { checked?: boolean }).checked : undefined;

const isQuestion = (event: UploadStep): boolean =>
  'actorId' in event && event.actorId.endsWith('quarantined.asking');
