import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectHandoverScreen } from '#machines/handover/handover.selectors.ts';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { HomeLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { Departure } from './departure.tsx';
import type { HandoverActor } from './handover-actor.ts';
import { Refused } from './refused.tsx';
import { Told } from './told.tsx';

/** The contents of a hand-over, on its own page and on the redirect landing. */
export function HandoverContent({ actor }: { actor: HandoverActor }) {
  const screen = useSelector(actor, selectHandoverScreen);
  switch (screen) {
    case 'departure':
      return <Departure actor={actor} />;
    case 'leaving':
      return <Leaving actor={actor} />;
    case 'told':
      return <Told actor={actor} />;
    case 'refused':
      return <Refused actor={actor} />;
    case 'failed':
      return <Failed actor={actor} />;
    default:
      return <Waiting />;
  }
}

function Waiting() {
  const { t } = useTranslation('handover');
  return (
    <>
      <TitledHeading>{t('title')}</TitledHeading>
      <Loader label={t('waiting')} />
    </>
  );
}

/** The browser is on its way; the link is for a browser that does not go by itself. */
function Leaving({ actor }: { actor: HandoverActor }) {
  const { t } = useTranslation('handover');
  const wayOut = useSelector(actor, ({ context }) => context.wayOut);
  if (!wayOut) return null;
  const { address, portal } = wayOut;
  return (
    <>
      <TitledHeading takeFocus>{t('leaving.title')}</TitledHeading>
      <Lead>{t('leaving.text', { portal })}</Lead>
      <Loader label={t('waiting')} />
      <Actions>
        <LinkButton variant="secondary" href={address} icon="arrow-forward" iconAtEnd>
          {t('leaving.link', { portal })}
        </LinkButton>
      </Actions>
    </>
  );
}

function Failed({ actor }: { actor: HandoverActor }) {
  const { t } = useTranslation('handover');
  const problem = useSelector(actor, ({ context }) => context.problem);
  return (
    <>
      <TitledHeading takeFocus>{t('failed.title')}</TitledHeading>
      <ProblemAlert problem={problem} />
      <Actions>
        <Button icon="autorenew" onClick={() => actor.send({ type: 'retry.requested' })}>
          {t('failed.retry')}
        </Button>
        <HomeLink />
      </Actions>
    </>
  );
}
