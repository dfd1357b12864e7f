const MAX_EXAMPLES = 20;

/** Collects what was read, written and left out, and why; the same import produces the same report. */
export class ImportReport {
  readonly #counts = new Map<string, number>();
  readonly #skipped = new Map<string, { count: number; examples: string[] }>();
  readonly #unknown = new Map<string, number>();
  readonly #passedOver = new Map<string, number>();
  readonly #notes: string[] = [];

  /** Counts what the heading names: `read: services`. */
  count(what: string, by = 1): void {
    if (by > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  counted(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Something was left out. @param which its name, reported for the first of each reason */
  skip(reason: string, which: string): void {
    const entry = this.#skipped.get(reason) ?? { count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < MAX_EXAMPLES) entry.examples.push(which);
    this.#skipped.set(reason, entry);
  }

  /** An element that no reader knows: `leistung/neuesElement`. */
  unknown(element: string): void {
    this.#unknown.set(element, (this.#unknown.get(element) ?? 0) + 1);
  }

  /** A known element that has no place in the content. */
  passOver(element: string): void {
    this.#passedOver.set(element, (this.#passedOver.get(element) ?? 0) + 1);
  }

  note(line: string): void {
    this.#notes.push(line);
  }

  lines(): string[] {
    return [
      ...sorted(this.#counts).map(([what, count]) => `${what}: ${count}`),
      ...this.#notes,
      ...[...this.#skipped]
        .sort(byName)
        .flatMap(([reason, { count, examples }]) => [
          `skipped: ${reason}: ${count}`,
          ...examples.map((example) => `  ${example}`),
          ...(count > examples.length ? [`  and ${count - examples.length} more`] : []),
        ]),
      ...section('elements that could not be read, by number', this.#unknown),
      ...section('elements that the portal has no place for, by number', this.#passedOver),
    ];
  }
}

const byName = <T>([one]: [string, T], [other]: [string, T]) => (one < other ? -1 : 1);
const sorted = (counts: Map<string, number>) => [...counts].sort(byName);

const section = (title: string, counts: Map<string, number>): string[] =>
  counts.size === 0 ? [] : [`${title}:`, ...sorted(counts).map(([name, count]) => `  ${name}: ${count}`)];
