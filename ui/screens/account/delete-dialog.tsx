import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectDeletion } from '#machines/drafts/drafts.selectors.ts';
import { Dialog } from '#ui/kit/dialog.tsx';
import type { DraftsActor } from '../shared/portal-context.tsx';
import { PaidDialog } from './paid-dialog.tsx';

/** Asks before a draft is deleted, and a second time when money has been paid for it. */
export function DeleteDialog({ actor }: { actor: DraftsActor }) {
  const { t } = useTranslation('account');
  const deletion = useSelector(actor, selectDeletion);
  const draft = useSelector(actor, ({ context }) => context.chosen);
  const busy = deletion === 'deleting';
  const confirm = () => actor.send({ type: 'deletion.confirmed' });
  const cancel = () => actor.send({ type: 'deletion.cancelled' });
  if (draft && (deletion === 'confirmingPaid' || (busy && draft.paid))) {
    return <PaidDialog draft={draft} busy={busy} onConfirm={confirm} onCancel={cancel} />;
  }
  return (
    <Dialog
      open={deletion !== 'none'}
      title={t('delete.first.title')}
      ok={t('delete.first.ok')}
      cancel={t('delete.cancel')}
      danger
      busy={busy}
      onOutcome={(outcome) => (outcome === 'ok' ? confirm() : cancel())}
    >
      <p>{t('delete.first.text', { service: draft?.serviceName })}</p>
    </Dialog>
  );
}
