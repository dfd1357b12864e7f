import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

const postgres = await startPostgres();
const folders: OwnContent[] = [];
const portals: Portal[] = [];
let log = '';
/** The last good file of the service. */
let whole = '';

async function start(folder: OwnContent): Promise<void> {
  const [first] = portals;
  portals.push(
    await startPortal({
      contentDir: folder.dir,
      environment: { DATABASE_URL: postgres?.url, LOG_LEVEL: 'warn' },
      output: (text) => {
        log += text;
      },
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
    type Row = { shows: string; has: string; asked: number };
    const standing = async () =>
      ((await postgres!.ask(has)) as Row[]).map((row) => [row.asked, row.has === row.shows]);
    // New content is read before it is ready to be shown.
    await expect.poll(standing, { interval: 100, timeout: 30_000 }).toEqual([
      [1, false],
      [1, true],
    ]);
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
    await expect.poll(() => titleAt(portals[1]), { interval: 200, timeout: 30_000 }).toBe('Etwas anmelden');
    await folders[1]!.edit('services/hundesteuer/service.json', (text) => {
      whole = text;
      return text;
    });
  });

  it('start with what was shown last, though their own folder has faults', async () => {
    await folders[1]!.edit('services/hundesteuer/service.json', (text) => text.slice(0, -20));
    await portals[1]!.stop();
    await portals[1]!.start();
    expect(await titleAt(portals[1])).toBe('Etwas anmelden');
    expect(log).toContain('the content folder cannot be used; the content of the other processes is shown');
    const [behind] = (await postgres!.ask('select faults from content_process')) as { faults: object[] }[];
    const file = expect.stringContaining('hundesteuer/service.json');
    expect(behind?.faults).toEqual(expect.arrayContaining([expect.objectContaining({ file })]));
    // Mended, it is shown like any other new content.
    await folders[1]!.edit('services/hundesteuer/service.json', () => whole.replace('Etwas', 'Irgendetwas'));
    portals[1]!.reloadContent();
    await expect
      .poll(() => titleAt(portals[1]), { interval: 200, timeout: 30_000 })
      .toBe('Irgendetwas anmelden');
  });

  it('do not start with such a folder where nothing was shown before', async () => {
    await folders[1]!.edit('services/hundesteuer/service.json', (text) => text.slice(0, -20));
    await portals[1]!.stop();
    await postgres!.ask('delete from content_copy');
    log = '';
    await expect(portals[1]!.start()).rejects.toThrow();
    expect(log).toMatch(/The content cannot be used:\s+services\/hundesteuer\/service\.json/);
  });
});
