import type { CDPSession, Page } from 'playwright';
import { calls } from '#contract/calls.ts';

/** How an upload that has reached the service ends for the browser. */
export type Ending = 'arrives' | 'connection lost' | 'too many';

/** What the browser hears when it asks after a file that the service has. */
export type QuestionEnding = Exclude<Ending, 'too many'> | 'session ended';

type Paused = { requestId: string; request: { url: string } };

/** In patterns of the browser a bare question mark stands for any letter. */
const uploads = `*${calls.uploadFile.path.replace('{id}', '*')}\\?*`;
const questions = `*${calls.getUpload.path.replace('{id}', '*').replace('{file}', '*')}`;
/** Bytes a second: a file of a megabyte is on its way for many seconds. */
const SLOW_MS = 60_000;

/**
 * Stands between a window and the service: bytes of uploads leave slowly until they are let through, and the
 * service's answers wait until it is said what becomes of them.
 */
export class UploadGate {
  readonly #session: CDPSession;
  readonly #paused = new Map<string, Paused>();
  /** The browser's question after a file, before the service has it. */
  #question: Paused | null = null;
  #news = Promise.withResolvers<void>();

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async before(page: Page): Promise<UploadGate> {
    const session = await page.context().newCDPSession(page);
    const gate = new UploadGate(session);
    session.on('Fetch.requestPaused', (paused) => {
      const name = nameOf(paused);
      if (name === null) gate.#question = paused;
      else gate.#paused.set(name, paused);
      gate.#news.resolve();
      gate.#news = Promise.withResolvers();
    });
    await session.send('Network.enable');
    await session.send('Fetch.enable', {
      patterns: [
        { urlPattern: uploads, requestStage: 'Response' },
        { urlPattern: questions, requestStage: 'Request' },
      ],
    });
    await gate.slow();
    return gate;
  }

  /** Bytes leave slowly. */
  slow(): Promise<unknown> {
    return this.#conditions(false, SLOW_MS);
  }

  /** The bytes of every upload may leave at once. */
  letThrough(): Promise<unknown> {
    return this.#conditions(false, -1);
  }

  /** The device loses its network and has it again. */
  async interrupt(): Promise<void> {
    await this.#conditions(true, 0);
    await this.slow();
  }

  /** The service has the file of this name and has answered; the browser hears this of it. */
  async end(name: string, ending: Ending): Promise<void> {
    while (!this.#paused.has(name)) await this.#news.promise;
    const { requestId } = this.#paused.get(name)!;
    this.#paused.delete(name);
    if (ending === 'arrives') await this.#session.send('Fetch.continueRequest', { requestId });
    else if (ending === 'connection lost') {
      await this.#session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    } else {
      await this.#refuse(requestId, 429, 'too-many-requests');
    }
  }

  /** The browser asks after a file. @returns its id */
  async asked(): Promise<string> {
    while (this.#question === null) await this.#news.promise;
    return new URL(this.#question.request.url).pathname.split('/').at(-1)!;
  }

  /** What the browser hears of the file that it has asked after. */
  async answer(ending: QuestionEnding): Promise<void> {
    await this.asked();
    const { requestId } = this.#question!;
    this.#question = null;
    if (ending === 'arrives') await this.#session.send('Fetch.continueRequest', { requestId });
    else if (ending === 'connection lost') {
      await this.#session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    } else await this.#refuse(requestId, 401, 'session-expired');
  }

  #refuse(requestId: string, responseCode: number, code: string): Promise<unknown> {
    const body = Buffer.from(JSON.stringify({ code })).toString('base64');
    return this.#session.send('Fetch.fulfillRequest', { requestId, responseCode, body });
  }

  #conditions(offline: boolean, uploadThroughput: number): Promise<unknown> {
    return this.#session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  }
}

/** Of an upload; null for a question after one. */
const nameOf = ({ request }: Paused): string | null => new URL(request.url).searchParams.get('name');
