import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectOffer } from '#machines/application/application.selectors.ts';
import {
  selectFrame,
  selectFrameStage,
  selectHeight,
  selectShownPage,
  selectTitle,
} from '#machines/embedded/embedded.selectors.ts';
import { selectReturnsToSummary } from '#machines/form/form.selectors.ts';
import { selectIsReadOnly } from '#machines/windows/windows.selectors.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { laterPart } from '#ui/kit/later.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { BackButton } from '../shared/back-button.tsx';
import { type EmbeddedActor, type FormActor, useWindows } from '../shared/portal-context.tsx';
import { useApplication } from './application-context.tsx';
import { ApplicationLayout } from './application-layout.tsx';
import { FormSaveState } from './form-save-state.tsx';
import { FRAME_ID } from './frame-id.ts';
import { useIsKeptOutOfSight } from './use-is-covered.ts';

const EmbeddedAlerts = laterPart(async () => (await import('./embedded-alerts.tsx')).EmbeddedAlerts);

const CoveredByTime = laterPart(async () => (await import('./covered-by-time.tsx')).CoveredByTime);

/** Least height of a form, in px. */
const LOWEST_PX = 320;

/** Form that a form server shows in a frame; the screen around it is that of the portal's own forms. */
export function EmbeddedForm({ form, embedded }: { form: FormActor; embedded: EmbeddedActor }) {
  const { t } = useTranslation('application');
  const { formShown } = useApplicationTools();
  const hydrated = useHydrated();
  const [served] = useState(hydrated ? null : embedded);
  const offer = useSelector(useApplication(), selectOffer);
  const title = offer?.title ?? t('form.title');
  const pageTitle = useSelector(embedded, selectTitle);
  const stage = useSelector(embedded, selectFrameStage);
  const isThere = stage === 'connecting' || stage === 'slow' || stage === 'ready';
  const returnsToSummary = useSelector(form, selectReturnsToSummary);
  useEffect(formShown, [formShown]);
  const isOutOfSight = useIsKeptOutOfSight();
  const isAway = stage === 'away';
  // A frame that was removed from a screen that stays begins anew, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: said again once it is away
  useEffect(() => embedded.send({ type: 'frame.shown' }), [embedded, isAway]);
  return (
    <ApplicationLayout
      title={(hydrated && !isOutOfSight && pageTitle) || t('form.title')}
      saveState={!isOutOfSight && <FormSaveState form={form} />}
    >
      {isOutOfSight && <CoveredByTime />}
      <div hidden={isOutOfSight} inert={isOutOfSight}>
        <Stack>
          {returnsToSummary && (
            <BackButton onClick={() => embedded.send({ type: 'page.backRequested' })}>
              {t('frame.toSummary')}
            </BackButton>
          )}
          {/* In a page from the server the person may already be in the frame. */}
          <PageHeading key={`above-${embedded.sessionId}`} takeFocus={served !== embedded}>
            {title}
          </PageHeading>
          {hydrated && <EmbeddedAlerts form={form} embedded={embedded} />}
          {isAway && <Skeleton size="page" />}
          {isThere && <Frame key={embedded.sessionId} embedded={embedded} name={title} />}
        </Stack>
      </div>
    </ApplicationLayout>
  );
}

/** Frame as high as its content; nothing around it moves while it loads. */
function Frame({ embedded, name }: { embedded: EmbeddedActor; name: string }) {
  const { t } = useTranslation('application');
  const hydrated = useHydrated();
  const { address, token } = useSelector(embedded, selectFrame);
  const isReady = useSelector(embedded, selectFrameStage) === 'ready';
  const height = useSelector(embedded, selectHeight);
  const page = useSelector(embedded, selectShownPage);
  const isCovered = useWindows(selectIsReadOnly, false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = box.current;
    // React's check for side effects removes nothing from the page, so this asks after it.
    return () =>
      queueMicrotask(() => {
        if (!element?.isConnected && embedded.getSnapshot().status === 'active')
          embedded.send({ type: 'frame.removed' });
      });
  }, [embedded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    if (box.current && box.current.getBoundingClientRect().top < 0) box.current.scrollIntoView();
  }, [page]);

  return (
    <div ref={box} className="sp-embedded" inert={isCovered}>
      {/* Behind the frame, which covers it with whatever it shows. */}
      {!(hydrated && isReady) && (
        <div className="sp-embedded__loading">
          <Skeleton size="page" label={t('frame.connecting')} />
        </div>
      )}
      {/* Its window is the one that messages come from; the token is in the fragment, which nobody logs. */}
      <iframe
        id={FRAME_ID}
        className="sp-embedded__frame"
        title={name}
        src={`${address}#${token}`}
        sandbox="allow-forms allow-scripts allow-same-origin"
        referrerPolicy="no-referrer"
        allow=""
        onLoad={() => embedded.send({ type: 'frame.loaded' })}
        style={hydrated && height !== null ? { height: Math.max(height, LOWEST_PX) } : undefined}
      />
      <p className="sp-embedded__print">{t('frame.print')}</p>
    </div>
  );
}
