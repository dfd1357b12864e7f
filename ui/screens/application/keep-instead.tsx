import { useTranslation } from 'react-i18next';
import { Button } from '#ui/kit/button.tsx';
import { useKeeping } from './use-keeping.ts';

/** Part of a dialog about the end of the session: the application on the screen can be kept instead. */
export function KeepInstead({ before }: { before: () => void }) {
  const { t } = useTranslation('ending');
  const keeping = useKeeping();
  return (
    keeping && (
      <div>
        <Button
          variant="quiet"
          icon="document"
          onClick={() => {
            before();
            keeping.request();
          }}
        >
          {t('keep')}
        </Button>
      </div>
    )
  );
}
