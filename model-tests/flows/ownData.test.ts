import { describe, expect, it } from 'vitest';
import { ownDataMachine } from '#machines/ownData/ownData.machine.ts';
import type { OwnDataContext, OwnDataEvent } from '#machines/ownData/ownData.types.ts';
import type { InternalEvent } from '../paths/subject.ts';
import { type Live, runLive } from './live.ts';
import { erasure, kept, ownDataEnds, ownDataSubject } from './ownData.subject.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** Nothing is removed or deleted unasked, nothing without consent, and no money is given up without one of its own. */
function observer(): Observer<OwnDataEvent | InternalEvent> {
  let erased = 0;
  let removed = 0;
  let agreed = { understood: false, paidAgreed: false };
  return {
    afterStep: (live: Live, event) => {
      const context = live.snapshot().context as OwnDataContext;
      const removals = live.calls('removeSent') as { id: string }[];
      for (const removal of removals.slice(removed)) {
        expect(event.type).toBe('removal.confirmed');
        expect(removal).toEqual({ id: 'p1' });
      }
      removed = removals.length;
      const erasures = live.calls('erasePerson') as { paidCents: number | null }[];
      for (const { paidCents } of erasures.slice(erased)) {
        expect(event.type, 'asked for, or the next part').toMatch(/^(erasure\.confirmed$|xstate\.done)/);
        expect(agreed.understood).toBe(true);
        expect(paidCents).toBe(agreed.paidAgreed ? context.kept!.paidCents : null);
      }
      erased = erasures.length;
      agreed = { understood: context.understood, paidAgreed: context.paidAgreed };
    },
  };
}

it('shows what is kept, removes one application, and deletes everything, after questions', async () => {
  const missing = await runFlow(
    { subject: ownDataSubject, ends: ownDataEnds, observer },
    {
      ...internalTypes,
      'list.refreshRequested': true,
      'removal.confirmed': true,
      'erasure.requested': true,
      'consent.changed': true,
      'paidConsent.changed': true,
      'erasure.confirmed': true,
      'erasure.dismissed': true,
      'locale.changed': true,
    },
  );
  expect(missing).toEqual([]);
});

describe('step by step', () => {
  const input = { locale: 'de', application: 'p1', now: () => 0 } as const;
  const contextOf = (live: Live) => live.snapshot().context as OwnDataContext;
  async function opened(change: Parameters<typeof kept>[0] = {}) {
    const live = runLive(ownDataMachine, () => input, Object.keys(ownDataEnds));
    await live.answer('loadKept', kept(change));
    return live;
  }

  it('what is deleted in several parts is told as one, the money as well', async () => {
    const live = await opened();
    await live.bring({ type: 'erasure.requested' });
    await live.bring({ type: 'erasure.confirmed' });
    expect(live.state()).toBe('confirming');
    expect(contextOf(live).consentIsMissed).toBe(true);
    await live.bring({ type: 'consent.changed', agreed: true } as never);
    expect(contextOf(live).consentIsMissed).toBe(false);
    await live.bring({ type: 'paidConsent.changed', agreed: true } as never);
    await live.bring({ type: 'erasure.confirmed' });
    const gone = { drafts: 200, sent: 1, handovers: 0, notes: 0, logins: 0, refundCents: 6000 };
    await live.answer('erasePerson', erasure({ more: true, gone, accountGone: false }));
    expect(live.state()).toBe('erasing');
    await live.answer('erasePerson', erasure());
    expect(live.state()).toBe('erased');
    expect(contextOf(live).erasure).toMatchObject({
      accountGone: true,
      gone: { drafts: 201, sent: 2, logins: 1, refundCents: 6000 },
    });
    expect(live.calls('erasePerson')).toEqual([
      { locale: 'de', paidCents: 6000 },
      { locale: 'de', paidCents: 6000 },
    ]);
  });

  it('each question begins without consent', async () => {
    const live = await opened();
    await live.bring({ type: 'erasure.requested' });
    await live.bring({ type: 'consent.changed', agreed: true } as never);
    await live.bring({ type: 'paidConsent.changed', agreed: true } as never);
    await live.bring({ type: 'erasure.dismissed' });
    await live.bring({ type: 'erasure.requested' });
    expect(contextOf(live)).toMatchObject({ understood: false, paidAgreed: false });
  });

  it('an old login asks for nothing, and the server decides', async () => {
    const live = await opened({ recentForMs: null });
    await live.bring({ type: 'erasure.requested' });
    expect(live.state()).toBe('shown');
    const other = await opened();
    await other.bring({ type: 'erasure.requested' });
    await other.bring({ type: 'consent.changed', agreed: true } as never);
    await other.bring({ type: 'erasure.confirmed' });
    await other.refuse('erasePerson', { code: 'login-not-recent' });
    expect(other.state()).toBe('shown');
    expect(contextOf(other)).toMatchObject({ recentUntil: null, problem: { code: 'login-not-recent' } });
  });

  it('an application that cannot go yet is not asked for; the page reads why', async () => {
    const live = await opened({ chosen: { ...kept().chosen!, why: 'handIn' } });
    await live.bring({ type: 'removal.confirmed' });
    expect(live.calls('removeSent')).toEqual([]);
    const other = await opened();
    await other.bring({ type: 'removal.confirmed' });
    await other.refuse('removeSent', { code: 'still-under-way' });
    expect(other.state()).toBe('loading');
    expect(contextOf(other).removed).toBeNull();
  });

  it('one that is gone already counts as removed', async () => {
    const live = await opened();
    await live.bring({ type: 'removal.confirmed' });
    await live.refuse('removeSent', { code: 'not-found' });
    expect(contextOf(live).removed).toMatchObject({ id: 'p1' });
  });
});
