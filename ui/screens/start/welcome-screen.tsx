import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectCameForPlace,
  selectIsBusy,
  selectLeftPlace,
  selectPlaceMayChange,
  selectProblem,
  selectProcess,
} from '#machines/application/application.selectors.ts';
import type { Problem } from '#machines/kit/problem.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { feeText } from '../shared/fee-text.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { LeftPlace } from './left-place.tsx';
import { PlaceChange } from './place-change.tsx';

/** The refusal proves that the place stays as it is; without an answer nobody knows. */
const isRefusal = ({ code }: Problem): boolean =>
  code === 'place-not-covered' || code === 'place-needs-login';

/**
 * The screen before the first page of the form, by Back, by its address, or where the form wants everybody to see it:
 * the place, the receiver, and the way to another place.
 */
export function WelcomeScreen() {
  const { t } = useTranslation(['start', 'errors']);
  const application = useApplication();
  const process = useSelector(application, selectProcess);
  const problem = useSelector(application, selectProblem);
  const busy = useSelector(application, selectIsBusy);
  const mayChange = useSelector(application, selectPlaceMayChange);
  const left = useSelector(application, selectLeftPlace);
  const cameForPlace = useSelector(application, selectCameForPlace);
  const locale = useLocale();
  const { t: common } = useTranslation('common');
  if (!process) return null;
  const { metadata, area } = process;
  return (
    <ApplicationLayout title={t('welcome.title')}>
      <Stack narrow>
        <PageHeading key={`heading-${area.key}`} caption={metadata.title} takeFocus>
          {t('welcome.heading', { area: area.name })}
        </PageHeading>
        {left && <LeftPlace left={left} now={process} />}
        <Lead>{t('welcome.text', { authority: metadata.authority.name })}</Lead>
        <ProblemAlert
          problem={problem}
          title={t('changePlace.failed')}
          safe={
            problem && isRefusal(problem) ? (
              <>
                {t('changePlace.safe', { area: area.name })}
                {problem.code === 'place-not-covered' && (
                  <>
                    <br />
                    <Link href={hrefOf.service(locale, metadata.leiKaId)} target="_blank">
                      {t('changePlace.elsewhere')}
                    </Link>
                  </>
                )}
              </>
            ) : (
              t('changePlace.again')
            )
          }
        />
        {mayChange && (
          <PlaceChange
            key={`change-${area.key}`}
            effect={t('changePlace.effect')}
            open={cameForPlace && left === null}
            onPicked={({ key }) => application.send({ type: 'place.chosen', area: key })}
          />
        )}
        {busy && <Skeleton label={t('changePlace.busy')} />}
        <DescriptionList
          items={[{ key: 'fee', term: t('facts.fee'), value: feeText(metadata, locale, common) }]}
        />
        <SectionHeading>{t('welcome.authority')}</SectionHeading>
        <AuthorityContact authority={metadata.authority} isShort />
        <Actions>
          <Button
            icon="arrow-forward"
            iconAtEnd
            busy={busy}
            onClick={() => application.send({ type: 'welcome.read' })}
          >
            {t('welcome.next')}
          </Button>
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}
