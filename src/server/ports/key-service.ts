/** A data key as it is stored: wrapped by a key of the installation. `by` names that key and its version. */
export type WrappedKey = { wrapped: string; by: string };

/**
 * Has the keys of the installation, which wrap the data keys and never leave it (docs/decisions/0093-sealed-at-rest.md).
 * `about` is authenticated with a wrapped key: a key that is stored in place of another one does not open.
 */
export type KeyService = {
  /** Wraps a data key by the newest key of the installation. @throws PartnerUnavailable */
  wrap(key: Uint8Array, about: string): Promise<WrappedKey>;
  /**
   * Opens a data key that any known key of the installation has wrapped.
   * @throws KeyUnknown when that key is not known here, SealBroken when the text was cut, changed or moved,
   * PartnerUnavailable
   */
  unwrap(wrapped: WrappedKey, about: string): Promise<Uint8Array>;
  /** Names the key that wraps now, as in `by`. @throws PartnerUnavailable */
  current(): Promise<string>;
  /** Whether what the key with this name has wrapped can be opened here. @throws PartnerUnavailable */
  knows(by: string): Promise<boolean>;
};
