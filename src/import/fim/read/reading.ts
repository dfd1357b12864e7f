import type { FimPath } from '../model.ts';

/** Everything that is noticed while a schema is read. */
export class Reading {
  /** Reasons why the file cannot be used. */
  readonly faults: string[] = [];
  /** Parts that were left out or understood in a way that people should know, with the paths of their elements. */
  readonly notes: { path: FimPath; text: string }[] = [];
  /** Elements without a meaning here, by owner and name, with their numbers. */
  readonly unknown = new Map<string, number>();

  fault(path: FimPath, reason: string): void {
    this.faults.push(path === '' ? reason : `${path}: ${reason}`);
  }

  note(path: FimPath, text: string): void {
    this.notes.push({ path, text });
  }

  passOver(name: string): void {
    this.unknown.set(name, (this.unknown.get(name) ?? 0) + 1);
  }
}
