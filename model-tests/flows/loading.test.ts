import { expect, it } from 'vitest';
import { loadingMachine } from '#machines/loading/loading.machine.ts';
import { selectLoadingBar } from '#machines/loading/loading.selectors.ts';
import { type Live, runLive } from './live.ts';
import { loadingSubject } from './loading.subject.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const bar = (live: Live) => selectLoadingBar(live.snapshot() as never);
const bars = { idle: 'hidden', throttled: 'hidden', shown: 'running', completing: 'completing' } as const;

it('shows a bar for pages that take their time', async () => {
  const check = (live: Live) => expect(bar(live)).toBe(bars[live.state() as keyof typeof bars]);
  const missing = await runFlow(
    { subject: loadingSubject, ends: {}, observer: () => ({ afterStep: check }) },
    {
      ...internalTypes,
      'navigation.started': true,
      'navigation.finished': true,
      'navigation.failed': true,
    },
  );
  expect(missing).toEqual([]);
});

it('appears after half a second and does not flicker between two pages', async () => {
  const live = runLive(loadingMachine, () => undefined, []);
  const send = (type: string) => live.bring({ type });
  await send('navigation.started');
  await live.passTime(499);
  expect(bar(live)).toBe('hidden');
  await live.passTime(1);
  expect(bar(live)).toBe('running');
  await send('navigation.finished');
  await send('navigation.started');
  expect(bar(live)).toBe('running');
  await send('navigation.finished');
  await live.passTime(300);
  expect(bar(live)).toBe('hidden');
});
