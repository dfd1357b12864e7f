import { useTranslation } from 'react-i18next';
import type { Refusal } from '#machines/drafts/drafts.types.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';

/** Says why a draft was not deleted, and takes the focus: the button that had it may be gone with the change. */
export function RefusalNote({ refusal }: { refusal: Refusal | null }) {
  const { t } = useTranslation('account');
  const note = useFocus<HTMLDivElement>(refusal);
  if (refusal === null) return null;
  const { service, why } = refusal;
  return (
    <div ref={note} tabIndex={-1} className="sp-measure">
      <Alert tone="warning" title={t(`delete.refused.${why}.title`, { service })}>
        <p>{t(`delete.refused.${why}.text`)}</p>
      </Alert>
    </div>
  );
}
