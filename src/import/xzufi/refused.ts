/** A file, or what would result from it, cannot be used: nothing is imported. The message is for people. */
export class ImportRefused extends Error {
  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'ImportRefused';
  }
}
