import { expect, it } from 'vitest';
import { selectDeletion } from '#machines/drafts/drafts.selectors.ts';
import type { DraftsContext, DraftsEvent } from '#machines/drafts/drafts.types.ts';
import type { InternalEvent } from '../paths/subject.ts';
import { draftsEnds, draftsSubject } from './drafts.subject.ts';
import type { Live } from './live.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/**
 * Nothing is deleted without confirmation. A paid draft needs the ticked box for the sum on the screen; a draft not
 * known to be paid is never deleted with that consent.
 */
function observer(): Observer<DraftsEvent | InternalEvent> {
  let asked = 0;
  let agreedTo: string | null = null;
  let hasMissed = false;
  return {
    afterStep: (live: Live, event) => {
      const { chosen, agreed, agreementIsMissed } = live.snapshot().context as DraftsContext;
      const sum = chosen && `${chosen.id} ${chosen.paidCents}`;
      if (event.type === 'consent.changed' && live.state() === 'confirmingPaid') {
        agreedTo = event.agreed ? sum : null;
      }
      if (live.state() === 'confirming') agreedTo = null;
      const deletions = live.calls('deleteDraft') as { id: string; paidConsent: boolean }[];
      for (const deletion of deletions.slice(asked)) {
        expect(event.type, 'nothing is deleted unasked').toBe('deletion.confirmed');
        expect(deletion).toEqual({ id: chosen?.id, paidConsent: chosen!.paidCents > 0 });
        if (deletion.paidConsent) expect(agreedTo, 'the consent is about this sum').toBe(sum);
      }
      asked = deletions.length;
      if (agreed) expect([agreedTo === null, agreedTo]).toEqual([false, sum ?? agreedTo]);
      if (event.type === 'deletion.confirmed' && live.state() === 'confirmingPaid') hasMissed = true;
      if (agreementIsMissed) expect(hasMissed, 'nothing is missed before the second question').toBe(true);
      const asks = selectDeletion(live.snapshot() as never) !== 'none';
      expect(chosen !== null).toBe(asks);
      if (live.state() === 'confirmingPaid') expect(chosen?.paidCents).toBeGreaterThan(0);
    },
  };
}

it('lists, refreshes and deletes drafts, a paid one only after two questions about the sum as it is', async () => {
  const missing = await runFlow(
    { subject: draftsSubject, ends: draftsEnds, observer: observer },
    {
      ...internalTypes,
      'draft.deleteRequested': true,
      'deletion.confirmed': true,
      'consent.changed': true,
      'deletion.cancelled': true,
      'course.opened': true,
      'repeat.requested': true,
      'tab.left': true,
      'tab.returned': true,
      'mails.chosen': true,
      'list.refreshRequested': true,
      'locale.changed': true,
      'list.asked': true,
    },
  );
  expect(missing).toEqual([]);
});
