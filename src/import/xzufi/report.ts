const MAX_EXAMPLES = 20;
/** As many as examples of skipped entries: the people who check them need to find the objects. */
const MAX_OBJECTS = MAX_EXAMPLES;

/** Number of occurrences, and the first objects that had them. */
type Named = { count: number; objects: Set<string> };

/** Collects what was read, written and left out, and why. The same import produces the same report. */
export class ImportReport {
  readonly #counts = new Map<string, number>();
  readonly #skipped = new Map<string, { count: number; examples: string[] }>();
  readonly #unknown = new Map<string, Named>();
  readonly #passedOver = new Map<string, Named>();
  readonly #notes: string[] = [];
  #object = '';

  /** Assigns all further omissions to this object, until the next call. @param id empty for no object */
  about(id: string): void {
    this.#object = id;
  }

  /** Counts under a heading: `read: services`. */
  count(what: string, by = 1): void {
    if (by !== 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  counted(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Records an omission. @param what its name, reported for the first of each reason */
  skip(reason: string, what: string): void {
    const which = what.replace(/\s+/g, ' ').trim();
    const entry = this.#skipped.get(reason) ?? { count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < MAX_EXAMPLES) {
      entry.examples.push(which.startsWith(this.#object) ? which : `${this.#object}: ${which}`);
    }
    this.#skipped.set(reason, entry);
  }

  /** An element that no reader knows: `leistung/neuesElement`. */
  unknown(element: string): void {
    this.#add(this.#unknown, element);
  }

  /** A known element that has no place in the content. */
  passOver(element: string): void {
    this.#add(this.#passedOver, element);
  }

  #add(elements: Map<string, Named>, element: string): void {
    const { count, objects } = elements.get(element) ?? { count: 0, objects: new Set() };
    if (this.#object && objects.size < MAX_OBJECTS) objects.add(this.#object);
    elements.set(element, { count: count + 1, objects });
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

const section = (title: string, elements: Map<string, Named>): string[] =>
  elements.size === 0
    ? []
    : [
        `${title}:`,
        ...[...elements].sort(byName).map(([name, { count, objects }]) => {
          const more = objects.size < count ? ', …' : '';
          return `  ${name}: ${count}${objects.size > 0 ? ` (${[...objects].join(', ')}${more})` : ''}`;
        }),
      ];
