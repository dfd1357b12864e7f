import type { PostgresPoolClient } from 'kysely';
import { expect, it } from 'vitest';
import { beginningWith } from './pooled.ts';

const SET = "; set local lock_timeout = '5000'";

/** A connection whose statements are told, and which does not know the statement `broken`. */
function connection() {
  const told: string[] = [];
  const query = async (text: string) => {
    told.push(text);
    if (text === 'broken') throw new Error('broken');
    return { rows: [text] };
  };
  const client = beginningWith({ query } as unknown as PostgresPoolClient, { lock_timeout: 5000 });
  const run = client.query as unknown as (text: string, parameters: unknown[]) => Promise<unknown>;
  return { told, run: (text: string) => run(text, []) };
}

it('each transaction sets for itself what a pooled connection does not keep', async () => {
  const { told, run } = connection();
  for (const text of ['begin', 'one', 'two', 'commit', 'begin', 'three', 'rollback', 'alone'])
    await run(text);
  expect(told).toEqual([
    ...[`begin${SET}`, 'one', 'two', 'commit'],
    ...[`begin${SET}`, 'three', 'rollback'],
    ...[`begin${SET}`, 'alone', 'commit'],
  ]);
});

it('a statement without a transaction that fails leaves none open', async () => {
  const { told, run } = connection();
  await expect(run('broken')).rejects.toThrow('broken');
  expect(await run('next')).toEqual({ rows: ['next'] });
  expect(told).toEqual([`begin${SET}`, 'broken', 'rollback', `begin${SET}`, 'next', 'commit']);
});
