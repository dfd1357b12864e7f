/** Refuses a file, or the result of the import: nothing is imported. The message is for people. */
export class ImportRefused extends Error {
  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'ImportRefused';
  }
}
