import { afterEach, describe, expect, it, vi } from 'vitest';
import { preload } from '#ui/kit/preload.ts';
import { ChunkLost, importOrReport, onLostChunk } from './lost-chunks.ts';

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const ends: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});

/** Listens for lost scripts until the end of the test. */
function hear() {
  const heard = vi.fn<(giveUp: () => void) => void>((giveUp) => giveUp());
  ends.push(onLostChunk(heard));
  return heard;
}

describe('a script that cannot be loaded', () => {
  it('is told, and lost once the page stays as it is', async () => {
    const heard = hear();
    await expect(importOrReport(lost)).rejects.toBeInstanceOf(ChunkLost);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('is told to nobody when it was fetched ahead: the page is not loaded anew under somebody who writes', async () => {
    vi.useFakeTimers();
    const heard = hear();
    const load = vi.fn(lost);
    preload(() => importOrReport(load));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load.mock.calls.length).toBeGreaterThan(1);
    expect(heard).not.toHaveBeenCalled();
  });

  it('is told when somebody waits for it, also after it was fetched ahead', async () => {
    const heard = hear();
    preload(() => importOrReport(() => Promise.resolve('ahead')));
    await expect(importOrReport(lost)).rejects.toBeInstanceOf(ChunkLost);
    expect(heard).toHaveBeenCalledOnce();
  });
});
