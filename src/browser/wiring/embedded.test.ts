import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Api } from '../api.ts';
import { wireEmbedded } from './embedded.ts';

afterEach(() => vi.useRealTimers());

const frame = { address: 'https://forms.example/frame', token: 'token', caseId: 'case' };

it('tells the server why a frame was closed, and goes on when that does not arrive', async () => {
  vi.useFakeTimers();
  const reportFrame = vi.fn().mockRejectedValue(new Error('offline'));
  let flood = () => {};
  const talk = fromCallback(({ sendBack }) => {
    flood = () => sendBack({ type: 'frame.flooded' });
  });
  const machine = wireEmbedded({ reportFrame } as unknown as Api, talk as never);
  const input = { processId: 'p', locale: 'de', frame, version: 1 } as const;
  const actor = createActor(machine, { input }).start();
  actor.send({ type: 'frame.shown' });
  flood();
  await vi.runAllTimersAsync();
  expect(reportFrame.mock.calls).toEqual([
    [{ params: { id: 'p' }, body: { caseId: 'case', reason: 'flooded' } }],
  ]);
  expect(actor.getSnapshot().matches({ frame: 'refused' })).toBe(true);
  actor.stop();
});
