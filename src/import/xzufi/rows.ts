import { ownText } from './record-file.ts';
import type { Row, Texts } from './records.ts';

/**
 * Responsibilities by key, all in memory. As there are many, equal texts are stored once, and no index is kept that
 * reading does not need.
 */
export class Rows {
  readonly #rows = new Map<string, Row[]>();
  /** Keys of the rows that are inside an owner. */
  readonly #inside = new Map<string, string[]>();
  readonly #texts = new Map<string, string>();

  set(key: string, rows: Row[]): void {
    const kept = rows.map(({ service, owner, area, isContactPoint, criterion }) => ({
      service: this.#once(service),
      owner: this.#once(owner),
      area: area === null ? null : this.#once(area),
      isContactPoint,
      ...(criterion && { criterion: JSON.parse(JSON.stringify(criterion)) as Texts }),
    }));
    this.#rows.set(ownText(key), kept);
  }

  delete(key: string): boolean {
    return this.#rows.delete(key);
  }

  /** Replaces the rows inside an owner. */
  setInside(owner: string, entries: { key: string; rows: Row[] }[]): void {
    for (const key of this.#inside.get(owner) ?? []) this.#rows.delete(key);
    this.#inside.delete(owner);
    if (entries.length === 0) return;
    this.#inside.set(
      this.#once(owner),
      entries.map(({ key }) => key),
    );
    for (const { key, rows } of entries) this.set(key, rows);
  }

  /** All rows by service. */
  byService(): Map<string, Row[]> {
    const found = new Map<string, Row[]>();
    for (const row of [...this.#rows.values()].flat()) {
      const rows = found.get(row.service);
      if (rows) rows.push(row);
      else found.set(row.service, [row]);
    }
    return found;
  }

  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const own = ownText(text);
    this.#texts.set(own, own);
    return own;
  }
}
