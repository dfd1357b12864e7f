import { expect, it } from 'vitest';
import { workShares } from './work-shares.ts';

/** A server whose clock the test moves. */
function server() {
  let now = 1000;
  const shares = workShares(() => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return { ...shares, pass };
}

it('a caller is over their share after five seconds of work, until enough is forgotten', () => {
  const { begin, isOver, pass } = server();
  const end = begin('a');
  pass(5_300);
  end();
  expect(isOver('a')).toBe(true);
  expect(isOver('b')).toBe(false);
  pass(899);
  expect(isOver('a')).toBe(true);
  pass(2);
  expect(isOver('a')).toBe(false);
});

it('a third of the time is nobody’s fault, for however long', () => {
  const { begin, isOver, pass } = server();
  for (let second = 0; second < 600; second += 1) {
    const end = begin('a');
    pass(333);
    end();
    pass(667);
  }
  expect(isOver('a')).toBe(false);
});

it('what is done at once shares the time', () => {
  const { begin, isOver, pass, underWay } = server();
  const ends = ['a', 'a', 'a', 'b'].map(begin);
  expect([underWay(), underWay('a'), underWay('b'), underWay('c')]).toEqual([4, 3, 1, 0]);
  pass(16_000);
  for (const end of ends) end();
  expect(underWay()).toBe(0);
  expect([isOver('a'), isOver('b')]).toEqual([true, false]);
});

it('nothing counts while there is nothing to do', () => {
  const { begin, isOver, pass } = server();
  begin('a')();
  pass(60_000);
  begin('a')();
  expect(isOver('a')).toBe(false);
});
