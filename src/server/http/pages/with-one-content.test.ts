import { expect, test } from 'vitest';
import type { Content } from '#server/content/types.ts';
import { withOneContent } from './with-one-content.ts';

const content = (version: string) => ({ version }) as Content;

test('what began with the old content ends with the new, and reads nothing twice without reason', async () => {
  let current = content('old');
  const begun: string[] = [];
  const read = await withOneContent(
    () => current,
    async ({ version }) => {
      begun.push(version);
      const first = current.version;
      if (begun.length === 1) current = content('new');
      return [first, current.version];
    },
  );
  expect(read).toEqual(['new', 'new']);
  expect(begun).toEqual(['old', 'new']);
});
