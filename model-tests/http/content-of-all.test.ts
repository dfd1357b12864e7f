import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

const postgres = await startPostgres();
const folders: OwnContent[] = [];
const portals: Portal[] = [];

async function start(folder: OwnContent): Promise<void> {
  const [first] = portals;
  portals.push(
    await startPortal({
      contentDir: folder.dir,
      environment: { DATABASE_URL: postgres?.url },
      between: async () => first?.partners.environment ?? {},
    }),
  );
}

beforeAll(async () => {
  if (!postgres) return;
  folders.push(await ownContent(), await ownContent());
  for (const folder of folders) await start(folder);
});
afterAll(async () => {
  for (const portal of portals.reverse()) await portal.close();
  await postgres?.stop();
  for (const folder of folders) await folder.remove();
});

const rename = (folder: OwnContent | undefined) =>
  folder!.edit('services/hundesteuer/service.json', (text) =>
    text.replace('Hund zur Hundesteuer anmelden', 'Ein Tier anmelden'),
  );
/** The title of a service at a process, as everybody reads it. */
const titleAt = async (portal: Portal | undefined): Promise<string> => {
  const query = { lang: 'de' } as const;
  const { service } = await portal!
    .client()
    .call('getService', { params: { leiKaId: '99102013104000' }, query });
  return service.title;
};

// Runs only with an installed PostgreSQL server.
describe.runIf(postgres)('two processes on one database', () => {
  const has = 'select shows, has, asked from content_process order by has = shows';

  it('show new content in one moment, once both have it', async () => {
    const [one, other] = portals;
    const old = await titleAt(one);
    await rename(folders[0]);
    one!.reloadContent();
    await expect
      .poll(async () => (await postgres!.ask(has)).map((row) => (row as { asked: number }).asked), {
        interval: 100,
      })
      .toEqual([1, 1]);
    const [first] = (await postgres!.ask(has)) as { shows: string; has: string }[];
    expect(first?.has).not.toBe(first?.shows);
    expect([await titleAt(one), await titleAt(other)]).toEqual([old, old]);

    await rename(folders[1]);
    one!.reloadContent();
    const seen: string[] = [];
    // A person's calls reach the one and then the other: nothing that the one shows is unknown to the other.
    while (seen.at(-1) !== 'Ein Tier anmelden') {
      const shown = await titleAt(one);
      const then = await titleAt(other);
      expect([shown, then]).not.toEqual(['Ein Tier anmelden', old]);
      seen.push(shown);
    }
    expect(await titleAt(other)).toBe('Ein Tier anmelden');
  });

  it('show the same, though one starts with another folder', async () => {
    await folders[1]!.edit('services/hundesteuer/service.json', (text) =>
      text.replace('Ein Tier anmelden', 'Etwas anmelden'),
    );
    await portals[1]!.stop();
    await portals[1]!.start();
    expect(await titleAt(portals[1])).toBe('Ein Tier anmelden');
    await portals[0]!.stop();
    await expect.poll(() => titleAt(portals[1]), { interval: 200 }).toBe('Etwas anmelden');
  });
});
