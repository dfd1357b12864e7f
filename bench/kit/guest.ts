import { randomInt, randomUUID } from 'node:crypto';
import { pauseOf } from '#machines/saving/saving.retries.ts';
import { type PortalClient, Refused, retryAfterOf } from '#model-tests/http/client.ts';
import { Typist } from './typist.ts';

/** Result of one request. */
export type Ended = { kind: Kind; ms: number; outcome: 'accepted' | 'refused' | 'failed' };
export type Kind = 'save' | 'read' | 'page';

/** Ten actions of a person, in turn. */
const kinds: readonly Kind[] = [
  'save',
  'save',
  'save',
  'page',
  'save',
  'save',
  'save',
  'save',
  'read',
  'save',
];
const restMs = [400, 600] as const;

/**
 * A person who fills in a form, occasionally looks at their application, and searches. When refused for overload, it
 * does what the browser does: wait as long as asked, twice as long after each try, and continue.
 */
export class Guest {
  readonly #client: PortalClient;
  readonly #typist: Typist;
  /** Results of all requests. */
  readonly ended: Ended[] = [];
  /** Time until something was saved, pauses included, or until the end, in ms. */
  readonly untilSaved: number[] = [];

  private constructor(client: PortalClient, typist: Typist) {
    this.#client = client;
    this.#typist = typist;
  }

  static async arrive(client: PortalClient): Promise<Guest> {
    return new Guest(client, await Typist.sitDown(client, 'wohngeld'));
  }

  isKept(): Promise<boolean> {
    return this.#typist.isKept();
  }

  /** @param end of performance.now */
  async stayUntil(end: number): Promise<void> {
    await pause(randomInt(0, 1000));
    for (let turn = randomInt(0, kinds.length); performance.now() < end; turn += 1) {
      await this.#do(kinds[turn % kinds.length] as Kind, end);
      await pause(randomInt(...restMs));
    }
  }

  async #do(kind: Kind, end: number): Promise<void> {
    const began = performance.now();
    for (let tries = 1; performance.now() < end; tries += 1) {
      const retryAfter = await this.#try(kind);
      if (retryAfter === null) {
        if (kind === 'save') this.untilSaved.push(performance.now() - began);
        return;
      }
      const asked = pauseOf({ attempts: tries, problem: { code: 'overloaded', retryAfter } });
      await pause(Math.min(asked, Math.max(0, end - performance.now())));
    }
    if (kind === 'save') this.untilSaved.push(performance.now() - began);
  }

  async #try(kind: Kind): Promise<number | null> {
    const began = performance.now();
    const note = (outcome: Ended['outcome']) => {
      this.ended.push({ kind, ms: performance.now() - began, outcome });
    };
    try {
      await this.#request(kind);
      note('accepted');
      return null;
    } catch (error) {
      const isRefusal = error instanceof Refused && error.problem.code === 'overloaded';
      note(isRefusal ? 'refused' : 'failed');
      // The answer was lost: the next save is based on what is stored.
      if (!isRefusal) await this.#typist.isKept(true).catch(() => undefined);
      return isRefusal ? (error.retryAfter ?? 0) : 0;
    }
  }

  async #request(kind: Kind): Promise<void> {
    if (kind === 'save') return this.#typist.save();
    if (kind === 'read') return this.#typist.look();
    // Each search is new, so that its page is rendered each time.
    const answer = await this.#client.fetch(`/suche?q=Wohnung+${randomUUID().slice(0, 8)}`, {
      headers: { accept: 'text/html' },
    });
    await answer.text();
    if (answer.status === 503)
      throw new Refused({ type: '', title: '', status: 503, code: 'overloaded' }, retryAfterOf(answer));
    if (!answer.ok) throw new Error(`${answer.status} instead of a page`);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
