import type { CDPSession, Page } from 'playwright';
import { calls } from '#contract/calls.ts';

/** How an upload that has reached the service ends for the browser. */
export type Ending = 'arrives' | 'connection lost' | 'too many';

type Paused = { requestId: string; request: { url: string } };

const uploads = `*${calls.uploadFile.path.replace('{id}', '*')}*`;
/** Bytes a second: a file of a megabyte is on its way for many seconds. */
const SLOW = 60_000;

/**
 * Stands between a window and the service: bytes of uploads leave slowly until they are let through, and the
 * service's answers wait until it is said what becomes of them.
 */
export class UploadGate {
  readonly #session: CDPSession;
  readonly #paused = new Map<string, Paused>();
  #news = Promise.withResolvers<void>();

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async before(page: Page): Promise<UploadGate> {
    const session = await page.context().newCDPSession(page);
    const gate = new UploadGate(session);
    session.on('Fetch.requestPaused', (paused) => {
      gate.#paused.set(nameOf(paused), paused);
      gate.#news.resolve();
      gate.#news = Promise.withResolvers();
    });
    await session.send('Network.enable');
    await session.send('Fetch.enable', { patterns: [{ urlPattern: uploads, requestStage: 'Response' }] });
    await gate.slow();
    return gate;
  }

  /** Bytes leave slowly. */
  slow(): Promise<unknown> {
    return this.#conditions(false, SLOW);
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
      await this.#session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 429,
        body: Buffer.from(JSON.stringify({ code: 'too-many-requests' })).toString('base64'),
      });
    }
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

const nameOf = ({ request }: Paused): string => new URL(request.url).searchParams.get('name') ?? '';
