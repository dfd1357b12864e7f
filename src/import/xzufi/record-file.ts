import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * Records of one kind by key, on disk: the last one written for a key is valid. Memory holds only their positions, so
 * their number and size do not matter.
 */
export class RecordFile<T> {
  readonly #descriptor: number;
  readonly #places = new Map<string, { offset: number; length: number }>();
  #end = 0;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'w+');
    ftruncateSync(this.#descriptor);
  }

  set(key: string, value: T): void {
    const bytes = Buffer.from(JSON.stringify(value));
    writeSync(this.#descriptor, bytes, 0, bytes.length, this.#end);
    this.#places.set(ownText(key), { offset: this.#end, length: bytes.length });
    this.#end += bytes.length;
  }

  get(key: string): T | undefined {
    const place = this.#places.get(key);
    if (!place) return undefined;
    const bytes = Buffer.alloc(place.length);
    readSync(this.#descriptor, bytes, 0, place.length, place.offset);
    return JSON.parse(bytes.toString()) as T;
  }

  delete(key: string): boolean {
    return this.#places.delete(key);
  }

  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** All keys, sorted. */
  keys(): string[] {
    return [...this.#places.keys()].sort();
  }

  get size(): number {
    return this.#places.size;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** A copy: a substring keeps the whole text it was taken from in memory. */
export const ownText = (text: string): string => Buffer.from(text).toString();
