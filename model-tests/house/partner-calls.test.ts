import { expect, it } from 'vitest';
import { productFiles, sourceOf } from './imports.ts';

/** The one way to call a partner over HTTP, and the one client over it; elsewhere a limit would be forgotten. */
const WAY = 'src/server/partners/partner-fetch.ts';
const CLIENT = 'src/server/partners/partner-client.ts';
const CALL = /(?<![.\w])fetch\(|from 'undici'|^import ky\b/m;

it('partners are called in one way', () => {
  const callers = productFiles('src/server').filter((file) => CALL.test(sourceOf(file)));
  expect(callers).toEqual([CLIENT, WAY]);
});
