import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SealBroken, seal, unseal } from './seal.ts';
import { isSealed, openJson, openText, sealJson, sealText } from './sealed-columns.ts';

const key = randomBytes(32);
const place = { table: 'process', column: 'data', id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427' };

it('opens where it was sealed', () => {
  expect(unseal(key, place, seal(key, place, Buffer.from('Lindemann'))).toString()).toBe('Lindemann');
  expect(unseal(key, place, seal(key, place, Buffer.alloc(0)))).toHaveLength(0);
});

it.each([
  ['in another row', { ...place, id: '1b4e28ba-2fa1-41d2-883f-0016d3cca428' }],
  ['in another column', { ...place, column: 'account' }],
  ['in another table', { ...place, table: 'session' }],
])('does not open %s', (_, other) =>
  expect(() => unseal(key, other, seal(key, place, Buffer.from('x')))).toThrow(SealBroken),
);

it('does not open by another key, nor with any bit changed, nor cut anywhere', () => {
  const sealed = seal(key, place, Buffer.from('a value'));
  expect(() => unseal(randomBytes(32), place, sealed)).toThrow(SealBroken);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(key, place, changed)).toThrow(SealBroken);
    expect(() => unseal(key, place, sealed.subarray(0, at))).toThrow(SealBroken);
    expect(() => unseal(key, place, sealed.subarray(at + 1))).toThrow(SealBroken);
  }
});

it('is another one each time, and shows nothing', () => {
  const once = sealText(key, place, 'Petra Lindemann');
  expect(sealText(key, place, 'Petra Lindemann')).not.toBe(once);
  expect(Buffer.from(once.split(':')[2] ?? '', 'base64').toString('latin1')).not.toContain('Lindemann');
});

it('tells what is sealed from what an earlier version has stored', () => {
  const sealed = JSON.parse(sealJson(key, place, { name: 'Petra' })) as string;
  expect(isSealed(sealed)).toBe(true);
  expect(openJson(key, place, sealed)).toEqual({ name: 'Petra' });
  expect(openJson(null, place, { name: 'Petra' })).toEqual({ name: 'Petra' });
  expect(openText(null, place, 'page')).toBe('page');
  expect(() => openText(null, place, sealed)).toThrow(SealBroken);
});
