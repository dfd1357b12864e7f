import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ReceivedHandover } from '#server/ports/neighbours.ts';
import { sealedRowsOf } from '#server/sealing/testing/sealed-rows.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { findHandover } from './find.ts';
import { keepIncoming, openIncoming } from './incoming.ts';
import { keepOutgoing } from './outgoing.ts';
import { openHandover } from './row.ts';
import { sealHandovers } from './seal-earlier.ts';

const rows = sealedRowsOf('handover');
const { context, stored, keys, told } = rows;
const data = { person: { familyName: 'Lindemann' } };
const received = (reference: string = randomUUID()) =>
  ({
    partner: 'kiel',
    reference,
    jti: reference,
    leiKaId: '1',
    locale: 'de',
    returnUrl: 'https://kiel.example/back?person=petra',
  }) as ReceivedHandover;
const arrive = (handed: typeof data | null = data, reference?: string) =>
  keepIncoming(context(), received(reference), {
    area: '01',
    data: handed,
    dataState: handed ? 'fits' : 'none',
  });
const dump = async () => (await stored()).map(({ text }) => text).join('\n');
const onlyId = async () => (await rows.db.selectFrom('handover').select('id').executeTakeFirstOrThrow()).id;

describe('a hand-over', () => {
  it('is stored so that nothing in it names its person, and opens for the browser that it is for', async () => {
    const code = await arrive();
    const text = await dump();
    expect(text).toContain('kiel');
    expect(['Lindemann', 'petra'].filter((value) => text.includes(value))).toEqual([]);
    const mine = { data, dataState: 'fits', returnUrl: received().returnUrl, forward: null };
    expect(await openIncoming(context(), code, 'browser')).toMatchObject(mine);
    expect(await openIncoming({ ...context(), dataKeys: testKeys() }, code, 'browser')).toMatchObject(mine);
  });

  it('to another portal has no address in clear', async () => {
    const id = randomUUID();
    await keepOutgoing(
      context(),
      { id, partner: 'kiel', leiKaId: '1', areaKey: '01', locale: 'de', userId: null, madeAtLevel: null },
      { browser: 'b', forward: 'https://kiel.example/code-of-petra', expiresIn: 60 },
    );
    expect(await dump()).not.toContain('code-of-petra');
    const row = (await findHandover(rows.db, id))!;
    expect((await openHandover(context(), row)).forward).toBe('https://kiel.example/code-of-petra');
  });

  it('has a key of its own, which ends with it; one that was refused leaves none', async () => {
    await arrive(data, 'ref-1');
    await expect(arrive(data, 'ref-1')).rejects.toThrow();
    expect(await keys()).toEqual([{ id: await onlyId() }]);
    await rows.db.deleteFrom('handover').execute();
    expect(await keys()).toEqual([]);
  });

  it.each([
    [
      'of another one',
      (id: string) => sql`update handover set
      data = (select data from handover other where other.id <> ${id}),
      return_url = (select return_url from handover other where other.id <> ${id}) where id = ${id}`,
    ],
    ['without their key', (id: string) => sql`delete from data_key where id = ${id}`],
  ])('with data and address %s has data that cannot be used, and leads nowhere', async (_, breakIt) => {
    const code = await arrive();
    const id = await onlyId();
    await arrive({ person: { familyName: 'Petersen' } });
    await breakIt(id).execute(rows.db);
    expect(await openIncoming(context(), code, 'browser')).toMatchObject({
      data: null,
      dataState: 'unfit',
      returnUrl: null,
    });
    expect(told).toEqual([
      expect.objectContaining({ table: 'handover', column: 'data', id }),
      expect.objectContaining({ table: 'handover', column: 'return_url', id }),
    ]);
    expect(JSON.stringify(told)).not.toMatch(/Lindemann|Petersen|petra/);
  });
});

describe('hand-overs of an earlier version', () => {
  async function storeEarlier(count: number) {
    for (let n = 0; n < count; n += 1) {
      await sql`insert into handover (id, direction, partner, reference, lei_ka_id, area_key, locale, data_state,
          return_url, data, forward, code_hash, asks, created_at, code_until)
        values (${randomUUID()}, 'in', 'kiel', ${`earlier ${n}`}, '1', '01', 'de', 'fits',
          'https://kiel.example/back?person=petra', ${JSON.stringify(data)}, ${n % 2 ? 'to-petra' : null},
          ${`${n}`}, 0, now(), now())`.execute(rows.db);
    }
  }
  const opened = async () => {
    const found = await rows.db.selectFrom('handover').select('id').orderBy('id').execute();
    return Promise.all(
      found.map(async ({ id }) => openHandover(context(), (await findHandover(rows.db, id))!)),
    );
  };

  it('are read as they are, and the same once they are sealed', async () => {
    await storeEarlier(3);
    const before = await opened();
    expect(before[0]).toMatchObject({ data, returnUrl: 'https://kiel.example/back?person=petra' });
    await sealHandovers(context());
    const text = await dump();
    expect(['Lindemann', 'petra'].filter((value) => text.includes(value))).toEqual([]);
    expect(await opened()).toEqual(before);
    expect(await keys()).toHaveLength(3);
  });

  it('are sealed in batches, and no other one is touched', async () => {
    await storeEarlier(250);
    await arrive();
    await rows.db
      .updateTable('handover')
      .set({ data: null, returnUrl: null, forward: null })
      .where('reference', '=', 'earlier 0')
      .execute();
    const sealed = () =>
      sql<object>`select id, data, return_url from handover where jti is not null`.execute(rows.db);
    const before = (await sealed()).rows;
    await sealHandovers(context());
    expect(await dump()).not.toContain('Lindemann');
    expect((await sealed()).rows).toEqual(before);
    expect(await keys()).toHaveLength(250);
  });
});
