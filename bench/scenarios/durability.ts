import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Portal } from '#model-tests/http/portal.ts';
import { openStorage } from '#server/storage/database.ts';
import type { Figure, Scenario } from '../kit/figures.ts';
import { startMeasured } from '../kit/server-process.ts';
import { Typist } from '../kit/typist.ts';

const KILLS = 5;
const PEOPLE = 10;

export const durability: Scenario = {
  title: 'Durability',
  about: `${PEOPLE} people save without a pause while the service is killed (SIGKILL) ${KILLS} times at any moment and started again`,
  measure: async () => {
    const { portal } = await startMeasured();
    try {
      const typists = await Promise.all(
        Array.from({ length: PEOPLE }, () => Typist.sitDown(portal.client(), 'hundesteuer')),
      );
      let lost = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const typing = typists.map((typist) => typist.hurry());
        await new Promise((resolve) => setTimeout(resolve, randomInt(300, 1500)));
        await portal.kill();
        await Promise.all(typing);
        await portal.start();
        const kept = await Promise.all(typists.map((typist) => typist.isKept(true)));
        lost += kept.filter((isKept) => !isKept).length;
      }
      const saves = typists.reduce((sum, { acknowledgedSaves }) => sum + acknowledgedSaves, 0);
      await portal.kill();
      return [
        { name: 'saves acknowledged before one of the kills', value: saves, unit: '' },
        { name: 'acknowledged saves lost by a kill', value: lost, unit: '', budget: { exactly: 0 } },
        ...(await settingsOf(portal)),
      ];
    } finally {
      await portal.close();
    }
  },
};

/** The database's settings for syncing to disk, whose effect only a power cut would show. */
async function settingsOf(portal: Portal): Promise<Figure[]> {
  const storage = await openStorage({
    databaseUrl: process.env.BENCH_DATABASE_URL,
    dataDir: portal.dataDir,
  });
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') order by name
  `.execute(storage.db);
  await storage.close();
  return rows.map(({ name, setting }) => ({
    name: `${name} of the database (1 is on: an acknowledged write survives a power cut)`,
    value: setting === 'on' ? 1 : 0,
    unit: '',
  }));
}
