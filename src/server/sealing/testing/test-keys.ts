import { createDataKeys, type DataKeys } from '../data-keys.ts';
import { createLocalKeys } from '../local-keys.ts';

/** Data keys of a test, wrapped by a key that every test shares. */
export const testKeys = (): DataKeys =>
  createDataKeys(createLocalKeys([{ name: 'test', key: new Uint8Array(32).fill(7) }]), () => new Date());
