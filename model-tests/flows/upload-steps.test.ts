import { describe, expect, it } from 'vitest';
import type { FileRules } from '#forms/files.ts';
import type { Problem } from '#machines/kit/problem.ts';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { ChosenFile, UploadReport, UploadStage } from '#machines/upload/upload.types.ts';
import { follow, type Step } from './follow.ts';
import { hearing, runLive } from './live.ts';
import { uploadEnds } from './upload.subject.ts';

const file = { name: 'a.pdf', size: 9, type: 'application/pdf', content: null };
const kept = { id: 'f-1', name: 'a.pdf', size: 9, type: 'application/pdf' };
const answer = (checked: boolean) => ({ ...kept, checked, scanner: 'not for the form' });

const taken: Step = [{ answer: 'sendFile', output: answer(true) }, 'kept'];

/** An upload, and its reports to the form. */
function begin(
  objection: Problem | null = null,
  { chosen = file, picture = null }: { chosen?: ChosenFile; picture?: FileRules | null } = {},
) {
  const { parent, told } = hearing<UploadReport>();
  const input = { id: 'u-1', processId: 'p-1', file: chosen, objection, picture, parent };
  const live = runLive(uploadMachine, () => input, Object.keys(uploadEnds));
  return { live, told };
}

const event = (type: string, about: object = {}) => ({ type, ...about });
const granted: Step = [event('turn.granted', { path: 'proof' }), 'underWay.sending', { problem: null }];
const delivered: Step = [event('file.delivered'), 'underWay.checking'];
const refuse = (code: string, state: string, src = 'sendFile'): Step => [
  { refuse: src, error: { code } },
  state,
  { problem: { code } },
];
const busy = (retryAfter: number, state = 'postponed'): Step => [
  { refuse: 'sendFile', error: { code: 'overloaded', retryAfter } },
  state,
];
const unchecked: Step = [{ answer: 'sendFile', output: answer(false) }, 'quarantined.resting'];
const moved = (stage: UploadStage, problem: Problem | null = null) => ({
  type: 'upload.moved',
  id: 'u-1',
  stage,
  problem,
});

describe('a file', () => {
  it('waits for its turn, is sent, checked and kept', async () => {
    const { live, told } = begin();
    expect(live.state()).toBe('queued');
    await follow(live, [granted, [event('bytes.sent', { loaded: 5 }), 'underWay.sending'], delivered]);
    expect(live.calls('sendFile')).toMatchObject([{ processId: 'p-1', path: 'proof', file }]);
    expect((live.calls('sendFile')[0] as { progress: unknown }).progress).toBeDefined();
    await follow(live, [taken]);
    expect(told).toEqual([
      { type: 'upload.advanced', id: 'u-1', loaded: 5 },
      moved('checking'),
      { type: 'upload.kept', id: 'u-1', file: kept },
    ]);
    expect(live.snapshot().status).toBe('done');
  });

  it('that something speaks against is not sent', async () => {
    const { live, told } = begin({ code: 'file-type-refused' });
    expect(live.state()).toBe('refused');
    await follow(live, [
      [event('turn.granted', { path: 'proof' }), 'refused'],
      [event('retry.requested'), 'refused'],
    ]);
    expect(live.calls('sendFile')).toEqual([]);
    expect(told).toEqual([]);
  });

  it.each([
    ['network', 'failed'],
    ['internal', 'failed'],
    ['overloaded', 'failed'],
    ['scanner-unavailable', 'failed'],
    ['session-expired', 'failed'],
    ['login-required', 'failed'],
    ['trust-level-too-low', 'failed'],
    ['file-type-refused', 'refused'],
    ['file-infected', 'refused'],
  ] as const)('that was not taken is %s: %s', async (code, state) => {
    const { live, told } = begin();
    await follow(live, [granted, refuse(code, state)]);
    expect(told).toEqual([moved(state, { code } as Problem)]);
  });

  it.each([
    ['retry.requested', ['network', 'overloaded', 'session-expired'], []],
    ['network.restored', ['network'], ['overloaded', 'session-expired']],
    ['session.renewed', ['session-expired', 'login-required'], ['network', 'overloaded']],
  ])('is sent again after %s where that was the reason', async (type, codes, others) => {
    for (const code of codes) {
      const { live, told } = begin();
      await follow(live, [granted, refuse(code, 'failed'), [event(type), 'queued']]);
      expect(told.at(-1)).toEqual(moved('queued'));
      await follow(live, [granted]);
      expect(live.calls('sendFile')).toHaveLength(2);
    }
    for (const code of others) {
      const { live } = begin();
      await follow(live, [granted, refuse(code, 'failed'), [event(type), 'failed']]);
    }
  });

  it('that the server will take in a moment is sent again by itself, after twice as long each time', async () => {
    const { live, told } = begin();
    for (const seconds of [5, 5, 8, 16, 32, 60, 60]) {
      await follow(live, [
        granted,
        busy(5),
        [{ passMs: seconds * 1000 - 1 }, 'postponed'],
        [{ passMs: 1 }, 'queued'],
      ]);
    }
    expect(told).toEqual(
      Array(7)
        .fill([moved('postponed'), moved('queued')])
        .flat(),
    );
    await follow(live, [granted, delivered, taken]);
    const unattended = (calls: readonly unknown[]) =>
      calls.map((call) => (call as { unattended: boolean }).unattended);
    expect(unattended(live.calls('sendFile'))).toEqual([false, ...Array(7).fill(true)]);
  });

  it('is the person’s again once they send it', async () => {
    const { live } = begin();
    await follow(live, [
      granted,
      busy(1),
      [{ passMs: 2000 }, 'queued'],
      granted,
      refuse('network', 'failed'),
      [event('retry.requested'), 'queued'],
      granted,
      busy(1),
      [{ passMs: 2000 }, 'queued'],
    ]);
    expect(live.calls('sendFile')).toMatchObject([
      { unattended: false },
      { unattended: true },
      { unattended: false },
    ]);
  });

  it.each([
    [60, 'postponed'],
    [61, 'failed'],
  ] as const)('that the server will take in %i seconds is %s', async (retryAfter, state) => {
    const { live } = begin();
    await follow(live, [granted, busy(retryAfter, state)]);
  });

  it('is removed at any time, and says so once', async () => {
    for (const steps of [
      [],
      [granted],
      [granted, delivered],
      [granted, refuse('network', 'failed')],
      [granted, busy(5)],
      [granted, delivered, unchecked],
    ] as Step[][]) {
      const { live, told } = begin();
      await follow(live, [...steps, [event('removal.requested'), 'removed']]);
      expect(told.filter(({ type }) => type === 'upload.removed')).toEqual([
        { type: 'upload.removed', id: 'u-1' },
      ]);
      expect(live.snapshot().status).toBe('done');
    }
  });
});

describe('a file that the server cannot check yet', () => {
  const quarantined: Step[] = [granted, delivered, unchecked];

  it('is asked about after 2 seconds, then after twice as long each time, up to half a minute', async () => {
    const { live, told } = begin();
    await follow(live, quarantined);
    expect(told.at(-1)).toEqual(moved('quarantined'));
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      await follow(live, [
        [{ passMs: seconds * 1000 - 1 }, 'quarantined.resting'],
        [{ passMs: 1 }, 'quarantined.asking'],
        [{ answer: 'askForCheck', output: answer(false) }, 'quarantined.resting'],
      ]);
    }
    expect(live.calls('askForCheck')).toEqual(Array(6).fill({ processId: 'p-1', fileId: 'f-1' }));
  });

  const asking: Step[] = [...quarantined, [{ passMs: 2000 }, 'quarantined.asking']];

  it('is kept when it is clean', async () => {
    const { live, told } = begin();
    await follow(live, [...asking, [{ answer: 'askForCheck', output: answer(true) }, 'kept']]);
    expect(told.at(-1)).toEqual({ type: 'upload.kept', id: 'u-1', file: kept });
  });

  it('is refused when it is not', async () => {
    const { live, told } = begin();
    await follow(live, [...asking, refuse('file-infected', 'refused', 'askForCheck')]);
    expect(told.at(-1)).toEqual(moved('refused', { code: 'file-infected' } as Problem));
  });

  it.each(['network', 'session-expired'])('is asked about again when nobody could say: %s', async (code) => {
    const { live } = begin();
    await follow(live, [...asking, [{ refuse: 'askForCheck', error: { code } }, 'quarantined.resting']]);
    await follow(live, [[{ passMs: 4000 }, 'quarantined.asking']]);
  });
});

describe('a picture', () => {
  const heic = { name: 'a.heic', size: 9, type: 'image/heic', content: 'heic' };
  const jpeg = { name: 'a.jpg', size: 5, type: 'image/jpeg', content: 'jpeg' };
  const picture = { filePattern: 'image/jpeg', fileMaxSize: '1MB' };
  const refusal = { code: 'file-type-refused', limit: 'image/jpeg' } as const;
  const seen = { preview: 'data:', sizeBefore: 9, doubt: null };
  const beginHeic = () => begin(refusal, { chosen: heic, picture });

  it('is prepared before it waits for its turn, and what was made of it is sent', async () => {
    const { live, told } = beginHeic();
    expect(live.state()).toBe('preparing');
    expect(live.calls('preparePicture')).toEqual([{ file: heic, rules: picture }]);
    await follow(live, [
      [event('turn.granted', { path: 'proof' }), 'preparing'],
      [{ answer: 'preparePicture', output: { file: jpeg, picture: seen } }, 'queued', { problem: null }],
      granted,
    ]);
    expect(told).toEqual([
      { type: 'upload.prepared', id: 'u-1', file: jpeg, picture: seen },
      moved('queued'),
    ]);
    expect(live.calls('sendFile')).toMatchObject([{ file: jpeg }]);
  });

  it.each([
    ['of a kind that the field does not take', heic, refusal],
    ['that is too large', { ...jpeg, size: 2 ** 21 }, { code: 'file-too-large', limit: 2 ** 20 }],
  ])('%s even then is refused', async (_, prepared, problem) => {
    const { live, told } = beginHeic();
    const output = { file: prepared, picture: null };
    await follow(live, [[{ answer: 'preparePicture', output }, 'refused', { problem }]]);
    expect(told).toEqual([
      { type: 'upload.prepared', id: 'u-1', ...output },
      moved('refused', problem as Problem),
    ]);
  });

  it.each([
    ['cannot be prepared', { refuse: 'preparePicture', error: new Error() }],
    ['is not prepared in a minute', { passMs: 60_000 }],
  ] as const)('that %s stays as it is', async (_, end) => {
    const taken = begin(null, { chosen: jpeg, picture });
    await follow(taken.live, [[end, 'queued']]);
    expect(taken.told).toEqual([moved('queued')]);
    const refused = beginHeic();
    await follow(refused.live, [[end, 'refused', { problem: refusal }]]);
    expect(refused.told).toEqual([moved('refused', refusal)]);
  });

  it('can be removed while it is prepared', async () => {
    const { live } = beginHeic();
    await follow(live, [
      [{ passMs: 59_999 }, 'preparing'],
      [event('removal.requested'), 'removed'],
    ]);
    expect(live.underWay('preparePicture')).toBe(0);
  });
});
