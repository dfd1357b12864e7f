import { useTranslation } from 'react-i18next';
import type { SummaryView } from '#contract/summary.ts';

import { Alert } from '#ui/kit/alert.tsx';

/** Errors that the server still finds, each leading to its page. */
export function SummaryErrors({
  errors,
  onChange,
}: {
  errors: SummaryView['errors'];
  onChange: (page?: string) => void;
}) {
  const { t } = useTranslation('summary');
  if (errors.length === 0) return null;
  return (
    <Alert tone="danger" live="assertive" title={t('errors.title', { count: errors.length })}>
      <p>{t('errors.text')}</p>
      <ul>
        {errors.map((error) => (
          <li key={`${error.path} ${error.rule}`}>
            <button type="button" className="sp-link" onClick={() => onChange(error.page || undefined)}>
              {/* A form of a form server that was not finished has no field to name. */}
              {error.label || t('errors.unfinished')}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
