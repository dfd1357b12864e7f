import { expect, it } from 'vitest';
import type { UploadContext } from '#machines/upload/upload.types.ts';
import type { Live } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';
import { type UploadStep, uploadEnds, uploadSubject } from './upload.subject.ts';

const types = {
  ...internalTypes,
  'turn.granted': true,
  'bytes.sent': true,
  'file.delivered': true,
  'retry.requested': true,
  'network.restored': true,
  'session.renewed': true,
  'removal.requested': true,
} as const;

/** Codes after which sending the same file again can have another outcome. */
const retryable = ['network', 'session-expired', 'trust-level-too-low', 'too-many-requests'];

/** A file is sent when it is its turn and never twice in parallel. After a permanent refusal it is never sent again. */
function observer(): Observer<UploadStep> {
  let turns = 0;
  let before = '';
  return {
    afterStep: (live: Live, event) => {
      const { problem } = live.snapshot().context as UploadContext;
      const state = live.state();
      if (before !== 'underWay.sending' && state === 'underWay.sending') turns += 1;
      expect(live.calls('sendFile').length, 'sent once a turn').toBe(turns);
      expect(live.underWay('sendFile'), 'under way only while it says so').toBe(
        state.startsWith('underWay') ? 1 : 0,
      );
      expect(live.underWay('askForCheck'), 'asked only where it says so').toBe(
        state === 'quarantined.asking' ? 1 : 0,
      );
      if (state.startsWith('quarantined'))
        expect(live.calls('sendFile').length, 'never sent again').toBe(turns);
      if (state === 'postponed') expect(problem?.retryAfter).toBeDefined();
      if (state === 'failed') expect(retryable).toContain(problem?.code);
      if (state === 'refused') expect(retryable).not.toContain(problem?.code);
      if (before === 'failed' && state === 'queued') {
        if (event.type === 'network.restored') expect(problem?.code).toBe('network');
        if (event.type === 'session.renewed') expect(problem?.code).toBe('session-expired');
      }
      before = state;
    },
  };
}

it('sends a file, and again only where that can help, through every arrow of its life', async () => {
  const missing = await runFlow({ subject: uploadSubject, ends: uploadEnds, observer: observer }, types);
  expect(missing).toEqual([]);
});
