import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftView } from '#machines/drafts/drafts.types.ts';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';

/**
 * The second question before a paid draft is deleted. The consent is a tick of its own: a double click on
 * the first question's button must not answer this one.
 */
export function PaidDialog({
  draft,
  busy,
  onConfirm,
  onCancel,
}: {
  draft: DraftView;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('account');
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <Dialog
      open
      title={t('delete.paid.title')}
      ok={t('delete.paid.ok')}
      cancel={t('delete.cancel')}
      danger
      busy={busy}
      onOutcome={(outcome) => {
        if (outcome !== 'ok') return onCancel();
        setAsked(true);
        if (agreed) onConfirm();
        else box.current?.focus();
      }}
    >
      <p>
        {t('delete.paid.text', {
          service: draft.serviceName,
          authority: draft.authorityName,
        })}
      </p>
      <Checkbox
        ref={box}
        id={id}
        label={t('delete.paid.consent')}
        checked={agreed}
        onChange={setAgreed}
        error={asked && !agreed ? t('delete.paid.missing') : undefined}
      />
    </Dialog>
  );
}
