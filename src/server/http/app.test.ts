import { expect, it, vi } from 'vitest';
import { createApp } from './app.ts';

vi.mock('#server/html/page-files.ts', async (original) => ({
  ...(await original<typeof import('#server/html/page-files.ts')>()),
  readPageFiles: async () => null,
}));

it('does not serve people without pages, and says how to build them', async () => {
  const context = { config: { NODE_ENV: 'production' } } as never;
  await expect(createApp(context)).rejects.toThrow(/The pages are not built: run `npm run build`/);
});
