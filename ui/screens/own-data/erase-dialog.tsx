import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { selectErasureIsAsked, selectIsErasing } from '#machines/ownData/ownData.selectors.ts';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { money } from '../shared/money.ts';
import { type OwnDataActor, useLocale } from '../shared/portal-context.tsx';
import { StayingList } from './staying-list.tsx';

/** Asks before everything is deleted, with a consent of its own for the money that is given up. */
export function EraseDialog({ actor }: { actor: OwnDataActor }) {
  const { t } = useTranslation('ownData');
  const locale = useLocale();
  const asked = useSelector(actor, selectErasureIsAsked);
  const erasing = useSelector(actor, selectIsErasing);
  const { kept, understood, paidAgreed, consentIsMissed } = useSelector(actor, ({ context }) => context);
  const id = useId();
  const box = useFocus<HTMLInputElement>(consentIsMissed);
  return (
    <Dialog
      open={asked}
      title={t('erase.dialog.title')}
      ok={t('erase.dialog.ok')}
      cancel={t('erase.dialog.cancel')}
      danger
      busy={erasing}
      onOutcome={(outcome) =>
        actor.send({ type: outcome === 'ok' ? 'erasure.confirmed' : 'erasure.dismissed' })
      }
    >
      <p>{t('erase.dialog.text')}</p>
      <p>
        {t('erase.dialog.authority')} {t('erase.authority')}
      </p>
      {kept && kept.stays.length > 0 && (
        <>
          <p>{t('erase.dialog.stays')}</p>
          <StayingList stays={kept.stays} />
        </>
      )}
      <Checkbox
        ref={box}
        id={id}
        label={t('erase.dialog.understood')}
        checked={understood}
        onChange={(agreed) => actor.send({ type: 'consent.changed', agreed })}
        error={consentIsMissed ? t('erase.dialog.missing') : undefined}
      />
      {kept && kept.paidCents > 0 && (
        <Checkbox
          id={`${id}-paid`}
          label={t('erase.dialog.paid', { amount: money(kept.paidCents, locale) })}
          checked={paidAgreed}
          onChange={(agreed) => actor.send({ type: 'paidConsent.changed', agreed })}
        />
      )}
    </Dialog>
  );
}
