import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProblemCode } from '#domain/problem.ts';
import {
  selectFrameStage,
  selectIsExpiring,
  selectIsIncomplete,
  selectIsLeaving,
  selectRefusedFiles,
  selectWhyOver,
} from '#machines/embedded/embedded.selectors.ts';
import { selectSavingState } from '#machines/saving/saving.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { type EmbeddedActor, type FormActor, useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { problemText } from '../shared/problem-text.ts';
import { FormConflict } from './form-conflict.tsx';
import { useSaving } from './use-saving.ts';

/** Notices about the frame: above it, or instead of it. */
export function EmbeddedAlerts({ form, embedded }: { form: FormActor; embedded: EmbeddedActor }) {
  const { t } = useTranslation('application');
  const stage = useSelector(embedded, selectFrameStage);
  const isIncomplete = useSelector(embedded, selectIsIncomplete);
  const refused = useSelector(embedded, selectRefusedFiles);
  const { t: errors } = useTranslation('errors');
  const locale = useLocale();
  const isExpiring = useSelector(embedded, selectIsExpiring);
  const isLeaving = useSelector(embedded, selectIsLeaving);
  const isLocked = useSaving(form, selectSavingState, 'untouched') === 'blocked';
  if (stage === 'lost' || stage === 'refused' || stage === 'outdated')
    return <FrameOver embedded={embedded} stage={stage} />;
  return (
    <>
      {isLocked && <FormConflict form={form} />}
      {stage === 'slow' && (
        <Alert title={t('frame.slow.title')} live="polite">
          <p>{t('frame.slow.text')}</p>
        </Alert>
      )}
      {isExpiring && stage === 'ready' && (
        <Alert tone="warning" title={t('frame.expiring.title')} live="polite">
          <p>{t('frame.expiring.text')}</p>
        </Alert>
      )}
      {isIncomplete && (
        <Seen>
          <Alert
            tone="warning"
            title={t(refused.length > 0 ? 'frame.incomplete.fileTitle' : 'frame.incomplete.title')}
            live="assertive"
          >
            {refused.length === 0 && <p>{t('frame.incomplete.text')}</p>}
            {refused.map(({ name, label, code }) => (
              <p key={`${label.de} ${name}`}>
                {t('frame.incomplete.file', {
                  name,
                  field: label[locale],
                  reason: problemText({ code: code as ProblemCode }, errors),
                })}
              </p>
            ))}
          </Alert>
        </Seen>
      )}
      {isLeaving && !isLocked && <Loader label={t('frame.leaving')} />}
    </>
  );
}

/** Notice about a frame that cannot be used any more: it tells what is safe, and opens the form again. */
function FrameOver({ embedded, stage }: { embedded: EmbeddedActor; stage: 'lost' | 'refused' | 'outdated' }) {
  const { t } = useTranslation('application');
  const why = useSelector(embedded, selectWhyOver);
  return (
    <Stack narrow>
      {stage === 'outdated' ? (
        <Alert tone="warning" title={t('conflict.title')} live="assertive">
          <p>{t('frame.outdated')}</p>
        </Alert>
      ) : (
        <ProblemAlert problem={why} title={t(stage === 'lost' ? 'frame.lost' : 'frame.refused')} />
      )}
      <Actions>
        <Button icon="autorenew" onClick={() => embedded.send({ type: 'retry.requested' })}>
          {t('frame.again')}
        </Button>
      </Actions>
    </Stack>
  );
}

/** Brings a notice above the frame into view for a person further down; the focus stays. */
function Seen({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return <div ref={box}>{children}</div>;
}
