import { describe, expect, it } from 'vitest';
import { allMachines } from '#machines/all-machines.ts';
import { arrowChange, changeOf, countOf, drawingOf, readLock } from './lock.ts';

describe('paths.lock.json', () => {
  it.each(Object.keys(allMachines))('knows how %s is drawn', (machine) => {
    expect(
      readLock()[machine]?.drawing,
      `see npm run paths -- diff --machine ${machine}, then npm run paths -- lock --machine ${machine}`,
    ).toBe(drawingOf(machine));
  });

  it.each(Object.keys(allMachines))('knows the arrows of %s', (machine) => {
    expect(arrowChange(machine)).toEqual({ added: [], removed: [] });
  });

  it('knows no other machine', () => {
    expect(Object.keys(readLock()).filter((name) => !Object.hasOwn(allMachines, name))).toEqual([]);
  });

  it('is small enough to be read in a review', () => {
    expect(JSON.stringify(readLock(), null, 1).length).toBeLessThan(200_000);
  });
});

it('counts what has come and gone', () => {
  const change = changeOf({ tour: ['a', 'b'], pairs: ['p'] }, { tour: ['b', 'c', 'd'], pairs: ['p', 'q'] });
  expect(change).toEqual({ added: ['c', 'd', 'q'], removed: ['a'] });
  expect(countOf(change)).toBe('+3 paths, −1 path');
  expect(changeOf(undefined, { tour: ['a'] })).toEqual({ added: ['a'], removed: [] });
});
