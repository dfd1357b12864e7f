import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { MetadataView } from '#contract/shapes.ts';
import {
  selectAccount,
  selectDraft,
  selectIsStarting,
  selectProblem,
} from '#machines/application/application.selectors.ts';
import { type StartChoice, startChoice } from '#machines/application/application.ways.ts';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useApplication } from '../application/application-context.tsx';
import { useAccountName } from '../shared/account-name.ts';
import { GuideWithAuthority } from '../shared/guide-with-authority.tsx';
import { usePause } from '../shared/interruptions.ts';
import { LoginGuide } from '../shared/login-guide.tsx';
import { PauseNote } from '../shared/pause-note.tsx';
import { useSessionSpans } from '../shared/session-spans.ts';
import { useLoginNames, useLoginProviders } from '../shared/settings-context.tsx';
import { Closed, LevelTooLow, NotAccepted } from './login-in-the-way.tsx';
import { LoginWays } from './login-ways.tsx';

/** The ways to start as large choices, each with its consequences: saved or not, prefilled or not. */
export function WaysToStart({ offer }: { offer: MetadataView }) {
  const application = useApplication();
  const account = useSelector(application, selectAccount);
  const accountName = useAccountName();
  const here = useLoginProviders().map(({ id }) => id);
  const refusal = useSelector(application, selectProblem);
  const pause = usePause(`service:${offer.leiKaId}`);
  const choice = startChoice(offer, here, account, refusal);
  if (pause) return <PauseNote sentence={pause} />;
  switch (choice.is) {
    case 'loggedIn':
      return <LoggedIn {...choice} offer={offer} name={account ? accountName(account) : ''} />;
    case 'open':
      return <Open {...choice} offer={offer} />;
    case 'incomplete':
      return <LoginWays ways={[choice.way]} offer={offer} primary="primary" />;
    case 'closed':
      return <Closed offer={offer} />;
    default:
      // Only a logged-in person can have a login of the wrong kind.
      return (
        account &&
        (choice.is === 'levelTooLow' ? (
          <LevelTooLow {...choice} offer={offer} account={account} />
        ) : (
          <NotAccepted {...choice} offer={offer} account={account} />
        ))
      );
  }
}

/** The look of the other buttons: a draft is continued rather than begun anew, so its button is the primary one. */
const usePrimary = () => (useSelector(useApplication(), selectDraft) ? 'secondary' : 'primary');

function LoggedIn({
  name,
  again,
  offer,
}: Extract<StartChoice, { is: 'loggedIn' }> & { name: string; offer: MetadataView }) {
  const { t } = useTranslation('start');
  const application = useApplication();
  const variant = usePrimary();
  const busy = useSelector(application, selectIsStarting);
  return (
    <Card
      title={t('ways.account.loggedIn', { name })}
      headingLevel={3}
      footer={
        <Button variant={variant} busy={busy} onClick={() => application.send({ type: 'account.chosen' })}>
          {t(busy ? 'starting' : 'ways.account.start')}
        </Button>
      }
    >
      <p>{t(offer.unfilled ? 'ways.account.unfilled' : 'ways.account.text')}</p>
      <p>{t(again ? 'ways.logins.again' : 'ways.logins.enough')}</p>
    </Card>
  );
}

function Open({
  anonymous,
  ways,
  due,
  again,
  offer,
}: Extract<StartChoice, { is: 'open' }> & { offer: MetadataView }) {
  const { t } = useTranslation(['start', 'guide']);
  const primary = usePrimary();
  const accepted = ways.map(({ providerId }) => providerId);
  return (
    <Stack>
      {ways.length > 0 && (
        <p>{due === 'never' ? t('ways.due.never') : t(`ways.due.${due}.${again ? 'twice' : 'once'}`)}</p>
      )}
      <LoginWays ways={ways} offer={offer} primary={primary} />
      {anonymous && (
        <Anonymous
          variant={ways.length === 0 ? primary : 'secondary'}
          loginLater={due === 'later' ? accepted : []}
        />
      )}
      {accepted.length > 0 &&
        (due === 'never' ? (
          <LoginGuide accepted={accepted}>
            <p>{t('guide:without.possible')}</p>
          </LoginGuide>
        ) : (
          <GuideWithAuthority accepted={accepted} authority={offer.authority} />
        ))}
    </Stack>
  );
}

function Anonymous({
  variant,
  loginLater,
}: {
  variant: 'primary' | 'secondary';
  /** Logins before sending, of which the person needs one. */
  loginLater: Parameters<typeof useLoginNames>[0];
}) {
  const { t } = useTranslation('start');
  const application = useApplication();
  const busy = useSelector(application, selectIsStarting);
  const spans = useSessionSpans();
  const providers = useLoginNames(loginLater);
  const isLater = loginLater.length > 0;
  return (
    <Card
      title={t(isLater ? 'ways.anonymous.later.title' : 'ways.anonymous.title')}
      headingLevel={3}
      footer={
        <Button variant={variant} busy={busy} onClick={() => application.send({ type: 'anonymous.chosen' })}>
          {t(busy ? 'starting' : isLater ? 'ways.anonymous.later.start' : 'ways.anonymous.start')}
        </Button>
      }
    >
      <p>{t('ways.anonymous.text', spans)}</p>
      {isLater && <p>{t('ways.anonymous.later.text', { providers })}</p>}
    </Card>
  );
}
