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
  const { chosen: draft, agreed, agreementIsMissed } = useSelector(actor, ({ context }) => context);
  const busy = deletion === 'deleting';
  const confirm = () => actor.send({ type: 'deletion.confirmed' });
  const cancel = () => actor.send({ type: 'deletion.cancelled' });
  if (draft && (deletion === 'confirmingPaid' || (busy && agreed))) {
    return (
      <PaidDialog
        draft={draft}
        agreed={agreed}
        isMissed={agreementIsMissed}
        busy={busy}
        onAgree={(agreed) => actor.send({ type: 'consent.changed', agreed })}
        onConfirm={confirm}
        onCancel={cancel}
      />
    );
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
      {draft?.status === 'PAYMENT_FAILURE' && <p>{t('delete.first.lateMoney')}</p>}
    </Dialog>
  );
}
