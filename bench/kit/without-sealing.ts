import { registerHooks } from 'node:module';

/**
 * The server as it would be without sealing: what it stores about people is open, and applications have no keys. These
 * modules are replaced while they load, so that nothing else differs; `?real` is the module itself.
 */
const replaced: Record<string, string> = {
  'sealing/seal.ts': `
    export { KEY_BYTES, SealBroken } from '#server/sealing/seal.ts?real';
    export const seal = (_key, _place, bytes) => Buffer.from(bytes);
    export const unseal = (_key, _place, bytes) => Buffer.from(bytes);`,
  'sealing/sealed-columns.ts': `
    export { isSealed, openJson, openText } from '#server/sealing/sealed-columns.ts?real';
    export const sealText = (_key, _place, text) => text;
    export const sealJson = (_key, _place, value) => JSON.stringify(value);`,
  'sealing/data-keys.ts': `
    import { createDataKeys as create } from '#server/sealing/data-keys.ts?real';
    export { aboutOf } from '#server/sealing/data-keys.ts?real';
    const key = Buffer.alloc(32, 1);
    const same = async () => key;
    export const createDataKeys = (...args) =>
      ({ ...create(...args), joined: same, find: same, make: same, of: same });`,
  // What is open would be sealed every minute.
  'jobs/seal-earlier.ts': 'export const sealEarlier = async () => {};',
};

registerHooks({
  load: (url, context, next) => {
    const [, source] = Object.entries(replaced).find(([name]) => url.endsWith(`/src/server/${name}`)) ?? [];
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

await import('./server.ts');
