import { useTranslation } from 'react-i18next';
import { Button } from '#ui/kit/button.tsx';
import { useHydrated } from '#ui/kit/use-hydrated.ts';

/** Prints the page if scripts run; its space is reserved from the start. */
export function PrintButton() {
  const { t } = useTranslation('service');
  const enhanced = useHydrated();
  return (
    <div className="sp-print">
      {enhanced && (
        <Button variant="quiet" icon="print" onClick={() => window.print()}>
          {t('print')}
        </Button>
      )}
    </div>
  );
}
