import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { HandoverStatus } from '#domain/handover.ts';
import { selectAccount } from '#machines/session/session.selectors.ts';
import { Alert, type Tone } from '#ui/kit/alert.tsx';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { AreaLink, HomeLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { useSession } from '../shared/portal-context.tsx';
import { HandedOverFacts } from './handed-over-facts.tsx';
import type { HandoverActor } from './handover-actor.ts';

const texts: Record<HandoverStatus, 'told.open' | 'told.submitted' | 'told.ended'> = {
  OPEN: 'told.open',
  SUBMITTED: 'told.submitted',
  ENDED: 'told.ended',
};
const tones: Record<HandoverStatus, Tone> = { OPEN: 'info', SUBMITTED: 'success', ENDED: 'warning' };

/** The return from the other portal: the page shows that portal's report, whatever the address says. */
export function Told({ actor }: { actor: HandoverActor }) {
  const { t } = useTranslation('handover');
  const account = useSession(selectAccount);
  const told = useSelector(actor, ({ context }) => context.told);
  if (!told) return null;
  const { status, receiver, portal } = told;
  return (
    <>
      <TitledHeading takeFocus caption={told.service}>
        {t('told.heading', { portal: receiver })}
      </TitledHeading>
      <Alert
        tone={status === null ? 'info' : tones[status]}
        title={t(status === null ? 'told.unknown' : texts[status])}
      />
      <HandedOverFacts application={told} />
      <Actions>
        {account && <AreaLink icon="account">{t('told.area')}</AreaLink>}
        {(status === null || status === 'OPEN') && (
          <>
            <Button
              variant="secondary"
              icon="autorenew"
              onClick={() => actor.send({ type: 'retry.requested' })}
            >
              {t('told.ask')}
            </Button>
            <LinkButton variant="secondary" href={portal} icon="open-in-new" iconAtEnd>
              {t('told.there')}
            </LinkButton>
          </>
        )}
        <HomeLink />
      </Actions>
    </>
  );
}
