/** A key of the installation that is not here: nothing that it has wrapped can be opened. */
export class KeyUnknown extends Error {
  readonly by: string;
  constructor(by: string) {
    super(`the key "${by}" of the installation is not known here`);
    this.by = by;
  }
}

/** Keys of the installation that must not be used. The message is written for operators, and has no key. */
export class KeysRefused extends Error {}
