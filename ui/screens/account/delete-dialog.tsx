import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectDeletion } from '#machines/drafts/drafts.selectors.ts';
import { Dialog } from '#ui/kit/dialog.tsx';
import type { DraftsActor } from '../shared/portal-context.tsx';

/** Asks before a draft is deleted, and a second time when money has been paid for it. */
export function DeleteDialog({ actor }: { actor: DraftsActor }) {
  const { t } = useTranslation('account');
  const deletion = useSelector(actor, selectDeletion);
  const draft = useSelector(actor, ({ context }) => context.chosen);
  const second = deletion === 'confirmingPaid' || (deletion === 'deleting' && draft?.paid === true);
  const step = second ? 'paid' : 'first';
  return (
    <Dialog
      key={step}
      open={deletion !== 'none'}
      title={t(`delete.${step}.title`)}
      ok={t(`delete.${step}.ok`)}
      cancel={t('delete.cancel')}
      danger
      busy={deletion === 'deleting'}
      onOutcome={(outcome) =>
        actor.send({ type: outcome === 'ok' ? 'deletion.confirmed' : 'deletion.cancelled' })
      }
    >
      <p>{t(`delete.${step}.text`, { service: draft?.serviceName, authority: draft?.authorityName })}</p>
    </Dialog>
  );
}
