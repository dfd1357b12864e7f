import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPartnerFetch } from '#server/partners/partner-fetch.ts';
import { createMetadataSource } from './oidc-metadata.ts';

const ask = createPartnerFetch({ partner: 'identity', timeoutMs: 5000, mostBytes: 256 * 1024 });

import { type ForgingProvider, metadataOf, startForgingProvider } from './testing/forging-provider.ts';

let forging: ForgingProvider;
let reads = 0;
let now = 0;
let source: ReturnType<typeof createMetadataSource>;

beforeAll(async () => {
  forging = await startForgingProvider();
});
afterAll(() => forging.close());
beforeEach(() => {
  reads = 0;
  now = 0;
  forging.speech.metadata = (issuer) => {
    reads += 1;
    return metadataOf(issuer);
  };
  source = createMetadataSource(forging.issuer, ask, () => now);
});
const unavailable = { partner: 'identity' };

describe('what a provider publishes about itself', () => {
  it('is read once by all who ask at the same time', async () => {
    const [one, other] = await Promise.all([source.fresh(), source.fresh()]);
    expect(other).toBe(one);
    expect(reads).toBe(1);
  });

  it('is read again for a login that begins a minute later, so that an outage is noticed before', async () => {
    await source.fresh();
    now = 59_999;
    await source.fresh();
    expect(reads).toBe(1);
    forging.speech.metadata = () => ({});
    now = 60_000;
    await expect(source.fresh()).rejects.toMatchObject(unavailable);
  });

  it('is good enough for an answer for as long as it takes', async () => {
    const known = await source.fresh();
    forging.speech.metadata = () => ({});
    now = 3_600_000;
    expect(await source.lastKnown()).toBe(known);
    // After a restart the metadata are read for the answer.
    const anew = createMetadataSource(forging.issuer, ask, () => now);
    await expect(anew.lastKnown()).rejects.toMatchObject(unavailable);
    forging.speech.metadata = metadataOf;
    expect(await anew.lastKnown()).toEqual(known);
  });

  it('is not taken when it is far too large', async () => {
    forging.speech.metadata = (issuer) => ({ ...metadataOf(issuer), more: 'x'.repeat(300_000) });
    await expect(source.fresh()).rejects.toMatchObject(unavailable);
  });
});
