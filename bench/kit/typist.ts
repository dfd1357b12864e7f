import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { fillIn, type ServiceName } from '#model-tests/http/applications.ts';
import type { PortalClient } from '#model-tests/http/client.ts';

/**
 * A person who fills in a form. Each save is one whole form, as the browser sends it: one save at a time, based on
 * the version that the last one returned.
 */
export class Typist {
  readonly #client: PortalClient;
  readonly #data: Record<string, unknown>;
  readonly #field: string;
  readonly #id: string;
  #version: number;
  #saves = 0;
  #acknowledged: { version: number; data: unknown };
  /** Times of all acknowledged saves, in ms. */
  readonly durations: number[] = [];

  private constructor(client: PortalClient, id: string, version: number, data: Record<string, unknown>) {
    this.#client = client;
    this.#id = id;
    this.#version = version;
    this.#data = data;
    this.#acknowledged = { version, data: structuredClone(data) };
    const field = Object.keys(data).find((key) => typeof data[key] === 'string');
    if (!field) throw new Error('the form has no text to type');
    this.#field = field;
  }

  /** Opens an anonymous session and an application with complete answers. */
  static async sitDown(client: PortalClient, service: ServiceName): Promise<Typist> {
    await client.call('openPseudo', { body: { locale: 'de' } });
    const { id } = await fillIn(client, service);
    const { data, version } = await client.openForm({ params: { id }, query: {} });
    return new Typist(client, id, version, data);
  }

  /** Bytes of one save. */
  get size(): number {
    return JSON.stringify({ version: this.#version, data: this.#data, page: null }).length;
  }

  get acknowledgedSaves(): number {
    return this.durations.length;
  }

  /** Opens the form again, as after a reload. */
  async open(): Promise<void> {
    await this.#client.openForm({ params: { id: this.#id }, query: {} });
  }

  /** Types one more word and saves. @throws when the save is not acknowledged */
  async save(): Promise<void> {
    this.#saves += 1;
    this.#data[this.#field] = `Wort ${this.#saves}`;
    const started = performance.now();
    const { version } = await this.#client.call('saveProgress', {
      params: { id: this.#id },
      body: { version: this.#version, data: this.#data, page: null },
    });
    this.durations.push(performance.now() - started);
    this.#version = version;
    this.#acknowledged = { version, data: structuredClone(this.#data) };
  }

  /** Reads the form and its data, as its page does. */
  async look(): Promise<void> {
    await this.#client.openForm({ params: { id: this.#id }, query: {} });
  }

  /** Types until `end` (of performance.now): 400 ms after a pause in typing the form is saved. */
  async typeUntil(end: number): Promise<void> {
    await pause(randomInt(0, 500));
    while (performance.now() < end) {
      await this.save();
      await pause(400 + randomInt(0, 200));
    }
  }

  /** Saves without a pause until the server is gone. */
  async hurry(): Promise<void> {
    for (;;) {
      try {
        await this.save();
      } catch {
        return;
      }
    }
  }

  /**
   * True if the stored data is the last acknowledged save. With `orNext`, the save in transit when the server ended
   * counts as well.
   */
  async isKept(orNext = false): Promise<boolean> {
    const { data, version } = await this.#client.openForm({
      params: { id: this.#id },
      query: {},
    });
    const { version: known, data: expected } = this.#acknowledged;
    const arrived = orNext && version === known + 1 && isDeepStrictEqual(data, this.#data);
    if (arrived) this.#acknowledged = { version, data: structuredClone(data) };
    this.#version = version;
    return arrived || (version === known && isDeepStrictEqual(data, expected));
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
