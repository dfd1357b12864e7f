import { expect, it } from 'vitest';
import { createAnswerReader, faultOfReading } from './saml-thread.ts';

const script = new URL('./saml-thread.hostage.ts', import.meta.url);
const of = (inResponseTo: string) => expect.objectContaining({ inResponseTo });

it('ends a thread that hangs, and goes on with the next answer in a new one', async () => {
  const reader = createAnswerReader(script, 300);
  expect(await reader.introduce('one')).toEqual(of('one'));
  const hanging = reader.introduce('hang');
  const next = reader.introduce('two');
  await expect(hanging).rejects.toThrow('reading the answer takes too long');
  expect(await next).toEqual(of('two'));
});

it('outlives a thread that fails or ends', async () => {
  const reader = createAnswerReader(script, 60_000);
  await expect(reader.introduce('fail')).rejects.toThrow('failed: as told');
  await expect(reader.introduce('end')).rejects.toThrow('ended');
  expect(await reader.introduce('after')).toEqual(of('after'));
});

it('says why an answer was refused', async () => {
  await expect(createAnswerReader().introduce('')).rejects.toThrow('not well formed');
});

it('lets no more wait than can be read in time', async () => {
  const reader = createAnswerReader(script, 60_000);
  const asked = Array.from({ length: 150 }, (_, index) => reader.introduce(String(index)));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(49);
  expect(outcomes[0]?.status).toBe('fulfilled');
});

it('does not disbelieve what it could not look at', async () => {
  const reader = createAnswerReader(script, 60_000);
  const asked = Array.from({ length: 150 }, (_, index) => reader.introduce(String(index)));
  const outcomes = await Promise.allSettled([...asked, reader.introduce('fail')]);
  const faults = outcomes.flatMap((one) => (one.status === 'rejected' ? [faultOfReading(one.reason)] : []));
  expect(new Set(faults)).toEqual(new Set(['answer-not-read']));
  const failed = await reader.introduce('fail').catch(faultOfReading);
  expect(failed).toBe('answer-not-believed');
});
