import { expect, it } from 'vitest';
import { partnerPresence } from './partner-presence.ts';

const presence = () => partnerPresence({ warn: () => undefined }, () => 0);

it('a partner needs the middle one of its last five measured answers', () => {
  const { noteAnswer, standing } = presence();
  const seconds = () => standing()[0]?.answerSeconds;
  noteAnswer('payment');
  expect(seconds()).toBeNull();
  for (const ms of [100, 9_000, 200]) noteAnswer('payment', 'call', ms);
  expect(seconds()).toBe(0.2);
  for (const ms of [9_000, 9_000]) noteAnswer('payment', 'call', ms);
  expect(seconds()).toBe(9);
  noteAnswer('payment', 'call', 300);
  expect(seconds()).toBe(9);
  noteAnswer('payment', 'call', 300);
  expect(seconds()).toBe(0.3);
  for (let answer = 0; answer < 20; answer += 1) noteAnswer('payment', 'call', 8_000);
  for (const ms of [400, 400, 400]) noteAnswer('payment', 'call', ms);
  expect(seconds()).toBe(0.4);
});

it('a failure is no answer, and says nothing about the time to one', () => {
  const { noteAnswer, noteFailure, standing } = presence();
  noteFailure('payment', 'no answer within 5000 ms');
  expect(standing()).toEqual([{ partner: 'payment', awaySeconds: 1, answerSeconds: null }]);
  noteAnswer('payment', 'call', 50);
  expect(standing()).toEqual([{ partner: 'payment', awaySeconds: 0, answerSeconds: 0.05 }]);
});
