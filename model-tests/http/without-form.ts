import { expect, vi } from 'vitest';
import type { ServiceName } from './applications.ts';
import type { OwnContent } from './own-content.ts';
import type { Portal } from './portal.ts';

/** The files that make a service an offer. */
const FILES = ['metadata.json', 'form.json', 'form.en.json'];

/**
 * Takes forms out of the content of a running portal, and puts them back.
 * @param logged what the server has said so far
 */
export function withoutForm(
  content: OwnContent,
  portal: Pick<Portal, 'reloadContent'>,
  logged: () => string,
) {
  const taken = new Map<string, string>();
  async function reload(): Promise<void> {
    const loads = () => logged().split('new content').length;
    const before = loads();
    portal.reloadContent();
    await vi.waitFor(() => expect(loads()).toBeGreaterThan(before), { timeout: 120_000 });
  }
  return {
    async leaves(...services: ServiceName[]): Promise<void> {
      for (const file of services.flatMap((service) => FILES.map((name) => `services/${service}/${name}`))) {
        await content.edit(file, (text) => {
          taken.set(file, text);
          return text;
        });
        await content.drop(file);
      }
      await reload();
    },
    async back(): Promise<void> {
      if (taken.size === 0) return;
      for (const [file, text] of taken) await content.add(file, text);
      taken.clear();
      await reload();
    },
  };
}
