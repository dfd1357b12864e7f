import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { OfferView } from '#domain/offer.ts';
import {
  selectDraft,
  selectIsBelowLevel,
  selectViewer,
} from '#machines/application/application.selectors.ts';

import { selectAccount } from '#machines/session/session.selectors.ts';
import type { Account } from '#machines/session/session.types.ts';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { useApplication } from '../application/application-context.tsx';
import { LevelButton } from '../shared/level-button.tsx';
import { LevelNote } from '../shared/level-note.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useHref, useLocale, useLoginActor, useSession } from '../shared/portal-context.tsx';
import { useSessionSpans } from '../shared/session-spans.ts';
import { type LoginProvider, useLoginProvider } from '../shared/settings-context.tsx';

/**
 * The ways to start as large choices, each with its consequences: saved or not, prefilled or not.
 * @param anonymous the form may be started without an account
 */
export function WaysToStart({ offer, anonymous }: { offer: OfferView; anonymous: boolean }) {
  const { t } = useTranslation('start');
  const application = useApplication();
  const login = useLoginActor();
  const href = useHref();
  const viewer = useSelector(application, selectViewer);
  const draft = useSelector(application, selectDraft);
  const isBelow = useSelector(application, selectIsBelowLevel);
  const account = useSession(selectAccount);
  const spans = useSessionSpans();
  const loginLater = offer.mode === 'complete' || offer.mode === 'start_or_complete';
  const provider = useLoginProvider(offer.idpIds);
  const logIn = ({ id }: LoginProvider) =>
    login.send({
      type: 'login.requested',
      query: { providerId: id, redirect: href, trustLevel: offer.trustLevel },
    });
  const primary = draft ? 'secondary' : 'primary';
  return (
    <Stack>
      {isBelow && account ? (
        <BelowLevel offer={offer} account={account} />
      ) : viewer === 'account' ? (
        <Card
          title={t('ways.account.loggedIn', { name: account?.name ?? '' })}
          headingLevel={3}
          footer={
            <Button variant={primary} onClick={() => application.send({ type: 'account.chosen' })}>
              {t('ways.account.start')}
            </Button>
          }
        >
          <p>{t('ways.account.text')}</p>
        </Card>
      ) : (
        provider && (
          <Card
            title={t('ways.account.title', { provider: provider.name })}
            headingLevel={3}
            footer={
              <Button variant={primary} icon="account" onClick={() => logIn(provider)}>
                {t('ways.account.login', { provider: provider.name })}
              </Button>
            }
          >
            <p>{t('ways.account.text')}</p>
            {offer.trustLevel !== 'low' && <p>{t(`ways.trust.${offer.trustLevel}`)}</p>}
          </Card>
        )
      )}
      {anonymous && viewer !== 'account' && (
        <Card
          title={t('ways.anonymous.title')}
          headingLevel={3}
          footer={
            <Button variant="secondary" onClick={() => application.send({ type: 'anonymous.chosen' })}>
              {t('ways.anonymous.start')}
            </Button>
          }
        >
          <p>{t('ways.anonymous.text', spans)}</p>
          {loginLater && provider && <p>{t('ways.anonymous.loginLater', { provider: provider.name })}</p>}
        </Card>
      )}
    </Stack>
  );
}

/** Logged in, but below the level of the form: how to reach it, and the alternatives. */
function BelowLevel({ offer, account }: { offer: OfferView; account: Account }) {
  const { t } = useTranslation(['start', 'level']);
  const locale = useLocale();
  return (
    <Card
      title={t('ways.account.below', { name: account.name })}
      headingLevel={3}
      footer={<LevelButton account={account} needed={offer.trustLevel} />}
    >
      <LevelNote account={account} needed={offer.trustLevel} />
      <p>{t('level:here')}</p>
      <p>
        {t('level:otherwise')} <Link href={hrefOf.service(locale, offer.leiKaId)}>{t('level:service')}</Link>
      </p>
    </Card>
  );
}
