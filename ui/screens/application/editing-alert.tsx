import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { selectForm } from '#machines/application/application.selectors.ts';
import { selectElsewhere } from '#machines/windows/windows.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { dayAndTime, timeToday } from '../shared/format.ts';
import { useLocale, useWindows, useWindowsActor } from '../shared/portal-context.tsx';
import { problemText } from '../shared/problem-text.ts';
import { useApplication } from './application-context.tsx';
import { useHasUnsaved } from './use-has-unsaved.ts';

/** Notice that another window edits the application: where, since when, and how to continue here (spec section 2). */
export function EditingAlert() {
  const { t } = useTranslation('application');
  const { t: errorText } = useTranslation('errors');
  const locale = useLocale();
  const windows = useWindowsActor();
  const state = useWindows(selectElsewhere, null);
  const wasTaken = useWindows(({ context }) => context.hasEdited, false);
  const elsewhere = useWindows(({ context }) => context.elsewhere, null);
  const problem = useWindows(({ context }) => context.problem, null);
  const form = useSelector(useApplication(), selectForm);
  const box = useFocusOfPage();
  const place = elsewhere?.place ?? 'window';
  const today = elsewhere && timeToday(elsewhere.since, Date.now(), locale);
  const when =
    elsewhere && (today ? t('windows.today', { time: today }) : dayAndTime(elsewhere.since, locale));
  const taking = state === 'taking';
  return (
    <div className="sp-editing" ref={box} tabIndex={-1}>
      <Alert tone="warning" title={t(`windows.${wasTaken ? 'takenOver' : 'warned'}.${place}`)} live="polite">
        <Stack gap="small">
          {wasTaken && <p>{t('windows.since', { when })}</p>}
          {wasTaken && form && <Held />}
          <p>{t('windows.readOnly')}</p>
          <p>{t(`windows.${taking ? 'taking' : 'offer'}`)}</p>
          {problem && <p>{problemText(problem, errorText)}</p>}
          <Actions>
            <Button busy={taking} onClick={() => windows?.send({ type: 'takeover.requested' })}>
              {t('windows.activate')}
            </Button>
          </Actions>
        </Stack>
      </Alert>
    </div>
  );
}

/** Tells whether the last entries of this window were saved before another one took over. */
function Held() {
  const { t } = useTranslation('application');
  const hasUnsaved = useHasUnsaved();
  return <p>{t(`windows.${hasUnsaved ? 'held' : 'saved'}`)}</p>;
}

/** Moves the focus from a field that cannot be used any more to the notice, and afterwards to the page. */
function useFocusOfPage() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isFree = () => {
      const focused = document.activeElement;
      return focused === null || focused === document.body || focused.closest('fieldset:disabled') !== null;
    };
    if (isFree()) box.current?.focus();
    return () => {
      if (isFree()) document.getElementById('main')?.focus();
    };
  }, []);
  return box;
}
