import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectDraft,
  selectHandedData,
  selectIsBusy,
  selectIsStarting,
  selectOffer,
  selectOrigin,
  selectProblem,
} from '#machines/application/application.selectors.ts';
import { answersMayBeOpened } from '#machines/application/application.ways.ts';
import type { Problem } from '#machines/kit/problem.ts';
import { selectRestored } from '#machines/restoring/restoring.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Lead, Prose, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, usePortal, usePortalTools } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useLoginProviders } from '../shared/settings-context.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { PlaceChange } from './place-change.tsx';
import { RestoreAnswers, Restored } from './restore-answers.tsx';
import { SentNote } from './sent-note.tsx';
import { StartOverview } from './start-overview.tsx';
import { WaysToStart } from './ways-to-start.tsx';

/** The service is not offered here: another try would not help; the page of the service explains what does. */
const isNotOfferedHere = ({ code }: Problem): boolean =>
  code === 'place-not-covered' || code === 'form-not-found';

/** The fate of the data that another portal has sent along. */
function Handed() {
  const { t } = useTranslation('start');
  const application = useApplication();
  const data = useSelector(application, selectHandedData);
  const portal = useSelector(application, selectOrigin)?.sender;
  if (data === null || data === 'none') return null;
  return (
    <Alert tone={data === 'unfit' ? 'warning' : 'info'} title={t(`handed.${data}.title`)}>
      <p>{t(`handed.${data}.text`, { portal })}</p>
    </Alert>
  );
}

/** The screen before anything is filled in: the requirements, the duration, the fee, the ways to start. */
export function StartScreen() {
  const { t } = useTranslation(['start', 'errors']);
  const application = useApplication();
  const locale = useLocale();
  const offer = useSelector(application, selectOffer);
  const area = useSelector(application, ({ context }) => context.areaName);
  const draft = useSelector(application, selectDraft);
  const busy = useSelector(application, selectIsBusy);
  const isStarting = useSelector(application, selectIsStarting);
  const problem = useSelector(application, selectProblem);
  const origin = useSelector(application, selectOrigin);
  const { navigate } = usePortalTools();
  const here = useLoginProviders().map(({ id }) => id);
  const restoring = usePortal(({ children }) => children.restoring);
  const restored = useSelector(restoring, (snapshot) => snapshot && selectRestored(snapshot));
  if (!offer) return null;
  return (
    <ApplicationLayout title={t('title')}>
      <Stack gap="large" narrow>
        <ProblemAlert
          problem={problem}
          title={t('errors:catalogue.formCreation')}
          safe={
            problem && isNotOfferedHere(problem) ? (
              <Link href={hrefOf.service(locale, offer.leiKaId)}>{t('otherPlace')}</Link>
            ) : undefined
          }
        />
        <Stack gap="small">
          <PageHeading caption={t('place', { area })} takeFocus>
            {offer.title}
          </PageHeading>
          <Lead>{offer.description}</Lead>
          {/* Data from another portal is for this place. */}
          {origin === null && (
            <PlaceChange onPicked={({ key }) => navigate(hrefOf.start(locale, offer.leiKaId, key))} />
          )}
        </Stack>
        <Prose>
          <h2>{t('needed')}</h2>
          <ul>
            {offer.needed.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Prose>
        <StartOverview offer={offer} />
        <Handed />
        {restored ? (
          <Restored {...restored} />
        ) : (
          <>
            <SentNote leiKaId={offer.leiKaId} />
            {draft && (
              <DraftOffer
                draft={draft}
                busy={busy}
                onContinue={() => application.send({ type: 'draft.continued' })}
              />
            )}
            <Stack>
              <SectionHeading>{t(draft ? 'ways.anew' : 'ways.title')}</SectionHeading>
              {/* A chosen way stays under the finger until the next page is there. */}
              {busy && !isStarting ? <Skeleton label={t('starting')} /> : <WaysToStart offer={offer} />}
              <VisuallyHidden>
                <span role="status">{isStarting && t('starting')}</span>
              </VisuallyHidden>
            </Stack>
            {answersMayBeOpened(offer, here, origin !== null) && <RestoreAnswers />}
          </>
        )}
      </Stack>
    </ApplicationLayout>
  );
}
