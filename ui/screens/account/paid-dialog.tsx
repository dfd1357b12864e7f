import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftView } from '#contract/personal-area.ts';

import { Checkbox } from '#ui/kit/choice.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { money } from '../shared/money.ts';
import { useLocale } from '../shared/portal-context.tsx';

/**
 * The second question before a paid draft is deleted, with the amount and its fate. The consent is a separate checkbox:
 * a double click on the first question's button must not answer this one.
 */
export function PaidDialog({
  draft,
  agreed,
  isMissed,
  busy,
  onAgree,
  onConfirm,
  onCancel,
}: {
  draft: DraftView;
  agreed: boolean;
  /** The deletion was requested without the consent. */
  isMissed: boolean;
  busy: boolean;
  onAgree: (agreed: boolean) => void;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('account');
  const amount = money(draft.paidCents, useLocale());
  const id = useId();
  const box = useFocus<HTMLInputElement>(isMissed);
  return (
    <Dialog
      open
      title={t('delete.paid.title')}
      ok={t('delete.paid.ok')}
      cancel={t('delete.cancel')}
      danger
      busy={busy}
      onOutcome={(outcome) => (outcome === 'ok' ? onConfirm() : onCancel())}
    >
      <p>{t('delete.paid.text', { service: draft.serviceName, amount })}</p>
      <p>{t('delete.paid.refund', { authority: draft.authorityName, amount })}</p>
      <Checkbox
        ref={box}
        id={id}
        label={t('delete.paid.consent', { amount })}
        checked={agreed}
        onChange={onAgree}
        error={isMissed ? t('delete.paid.missing') : undefined}
      />
    </Dialog>
  );
}
