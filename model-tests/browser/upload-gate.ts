import type { CDPSession, Page } from 'playwright';
import { calls } from '#contract/calls.ts';

/** End of an upload for the browser, after it has reached the server. */
export type Ending = 'arrives' | 'connection lost' | 'too many' | 'busy';

/** Answer to the browser's question about a file that the server has. */
export type QuestionEnding = Exclude<Ending, 'too many' | 'busy'> | 'session ended';

type Paused = { requestId: string; request: { url: string } };

/** In patterns of the browser, a bare question mark stands for any letter. */
const uploads = `*${calls.uploadFile.path.replace('{id}', '*')}\\?*`;
const questions = `*${calls.getUpload.path.replace('{id}', '*').replace('{file}', '*')}`;
/** Bytes per second: a file of a megabyte is in transit for many seconds. */
const SLOW_MS = 60_000;

/**
 * A proxy between a window and the server: bytes of uploads leave slowly until they are let through, and the server's
 * answers wait until the test decides their outcome.
 */
export class UploadGate {
  readonly #session: CDPSession;
  readonly #paused = new Map<string, Paused>();
  /** The browser's question about a file, before the server has it. */
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

  /** Lifts the limit on upload speed. */
  letThrough(): Promise<unknown> {
    return this.#conditions(false, -1);
  }

  /** The device loses its network and has it again. */
  async interrupt(): Promise<void> {
    await this.#conditions(true, 0);
    await this.slow();
  }

  /** The server has the file of this name and has answered; the browser receives this. */
  async end(name: string, ending: Ending): Promise<void> {
    while (!this.#paused.has(name)) await this.#news.promise;
    const { requestId } = this.#paused.get(name)!;
    this.#paused.delete(name);
    if (ending === 'arrives') await this.#session.send('Fetch.continueRequest', { requestId });
    else if (ending === 'connection lost') {
      await this.#session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    } else if (ending === 'busy') await this.#refuse(requestId, 503, 'overloaded', '5');
    else await this.#refuse(requestId, 429, 'too-many-requests');
  }

  /** The browser asks about a file. @returns its id */
  async asked(): Promise<string> {
    while (this.#question === null) await this.#news.promise;
    return new URL(this.#question.request.url).pathname.split('/').at(-1)!;
  }

  /** Answers the browser's question about the file. */
  async answer(ending: QuestionEnding): Promise<void> {
    await this.asked();
    const { requestId } = this.#question!;
    this.#question = null;
    if (ending === 'arrives') await this.#session.send('Fetch.continueRequest', { requestId });
    else if (ending === 'connection lost') {
      await this.#session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    } else await this.#refuse(requestId, 401, 'session-expired');
  }

  #refuse(requestId: string, responseCode: number, code: string, retryAfter?: string): Promise<unknown> {
    const body = Buffer.from(JSON.stringify({ code })).toString('base64');
    const responseHeaders = retryAfter ? [{ name: 'Retry-After', value: retryAfter }] : [];
    return this.#session.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body });
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

/** Name of the uploaded file; null for a question about one. */
const nameOf = ({ request }: Paused): string | null => new URL(request.url).searchParams.get('name');
