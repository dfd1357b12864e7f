import { useTranslation } from 'react-i18next';
import { Button } from '#ui/kit/button.tsx';
import { useKeeping } from './use-keeping.ts';

/** Button that keeps the answers of an application without an account; nothing for all others. */
export function KeepButton() {
  const { t } = useTranslation('application');
  const keeping = useKeeping();
  return (
    keeping && (
      <Button className="sp-keep" variant="quiet" icon="document" onClick={keeping.request}>
        {t('keep')}
      </Button>
    )
  );
}
