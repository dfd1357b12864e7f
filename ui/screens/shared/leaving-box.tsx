import { useTranslation } from 'react-i18next';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';

/** The wait on the way to another page: the person may stay here. */
export function LeavingBox({
  wait,
  silence,
  onAgain,
  onStay,
}: {
  wait: string;
  /** Text for a page that does not come; null as long as it may. */
  silence: string | null;
  onAgain: () => void;
  onStay: () => void;
}) {
  const { t } = useTranslation('common');
  const silent = silence !== null;
  const box = useFocus<HTMLDivElement>(silent);
  return (
    <div className="sp-leaving">
      <div ref={box} tabIndex={-1} className="sp-leaving__box">
        {silent ? <p role="alert">{silence}</p> : <Loader label={wait} />}
        <Actions>
          {silent && (
            <Button icon="autorenew" onClick={onAgain}>
              {t('leaving.again')}
            </Button>
          )}
          <Button variant={silent ? 'secondary' : 'quiet'} onClick={onStay}>
            {t('leaving.stay')}
          </Button>
        </Actions>
      </div>
    </div>
  );
}
