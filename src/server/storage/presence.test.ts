import { pino } from 'pino';
import { expect, it } from 'vitest';
import { presence } from './presence.ts';

function watch() {
  const lines: string[] = [];
  let time = 0;
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const database = presence(log, () => time);
  return { database, lines, pass: (ms: number) => (time += ms) };
}

/** The pause after so many failures in a row. */
function pauseAfter(failures: number): number {
  const { database, pass } = watch();
  let pause = 0;
  for (let times = 0; times < failures; times += 1) {
    database.noteFailure(new Error('refused'));
    for (pause = 0; database.isPausing(); pause += 50) pass(50);
  }
  return pause;
}

it('waits longer after each failure, and never long', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 20].map(pauseAfter)).toEqual([100, 200, 400, 800, 1600, 2000, 2000, 2000]);
});

it('counts the failures of many who try at the same time as one', () => {
  const { database, pass } = watch();
  for (let times = 0; times < 10; times += 1) database.noteFailure(new Error('refused'));
  pass(100);
  expect(database.isPausing()).toBe(false);
});

it('says once that the database is away, and that it is back', () => {
  const { database, lines, pass } = watch();
  database.noteAnswer();
  for (let times = 0; times < 3; times += 1) {
    database.noteFailure(new Error('refused'));
    pass(5000);
  }
  database.noteAnswer();
  database.noteAnswer();
  expect(lines).toEqual(['the database is away', 'the database is back']);
  expect(database.isPausing()).toBe(false);
});

it('begins the next outage with the first pause again', () => {
  const { database, pass } = watch();
  for (let times = 0; times < 5; times += 1) {
    database.noteFailure(new Error('refused'));
    pass(5000);
  }
  database.noteAnswer();
  database.noteFailure(new Error('refused'));
  pass(100);
  expect(database.isPausing()).toBe(false);
});
