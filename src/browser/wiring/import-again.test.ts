import { describe, expect, it, vi } from 'vitest';
import { importAgain } from './import-again.ts';

const failed = (address: string) => () =>
  Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`));
const own = `${location.origin}/assets/summary-1a2b.js`;

describe('a script that could not be loaded', () => {
  it('is asked for under another address each time, as the page remembers the failure of the first', async () => {
    const bring = vi.fn((address: string) => Promise.resolve(address));
    expect(await importAgain(failed(own), bring)).toMatch(/\/assets\/summary-1a2b\.js\?again=\d+$/);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await importAgain(failed(own), bring);
    expect(new Set(bring.mock.calls.map(([address]) => address)).size).toBe(2);
  });

  it('is asked for once where it is there', async () => {
    const bring = vi.fn();
    expect(await importAgain(() => Promise.resolve('there'), bring)).toBe('there');
    expect(bring).not.toHaveBeenCalled();
  });

  it('is not asked for again where the browser names none, or one of somebody else', async () => {
    const bring = vi.fn();
    for (const address of ['', 'https://elsewhere.example/assets/summary-1a2b.js']) {
      await expect(importAgain(failed(address), bring)).rejects.toThrow('Failed to fetch');
    }
    expect(bring).not.toHaveBeenCalled();
  });

  it('fails with the second request', async () => {
    await expect(importAgain(failed(own), () => Promise.reject(new Error('offline')))).rejects.toThrow(
      'offline',
    );
  });
});
