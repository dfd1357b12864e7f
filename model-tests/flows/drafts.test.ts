import { expect, it } from 'vitest';
import type { DraftsContext } from '#machines/drafts/drafts.types.ts';
import { draftsEnds, draftsSubject } from './drafts.subject.ts';
import type { Live } from './live.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** Nothing is deleted that was not confirmed, and a paid draft only after the second question. */
function look(live: Live): void {
  const deletions = live.calls('deleteDraft') as { id: string; paidConsent: boolean }[];
  for (const { id, paidConsent } of deletions) expect(paidConsent).toBe(id === 'paid');
  const { chosen } = live.snapshot().context as DraftsContext;
  const asks = ['confirming', 'confirmingPaid', 'deleting'].includes(live.state());
  expect(chosen !== null).toBe(asks);
  if (live.state() === 'confirmingPaid') expect(chosen?.paid).toBe(true);
}

it('lists, refreshes and deletes drafts, a paid one only after two questions', async () => {
  const missing = await runFlow(
    { subject: draftsSubject, ends: draftsEnds, onlooker: () => ({ look }) },
    {
      ...internalTypes,
      'draft.deleteRequested': true,
      'deletion.confirmed': true,
      'deletion.cancelled': true,
      'list.refreshRequested': true,
      'locale.changed': true,
    },
  );
  expect(missing).toEqual([]);
});
