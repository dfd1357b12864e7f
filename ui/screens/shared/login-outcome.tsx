import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginRefusal } from '#domain/login.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import {
  selectCanBeRetried,
  selectIsWithdrawn,
  selectLoginProblem,
  selectLoginQuery,
  selectLoginRefusal,
} from '#machines/login/login.selectors.ts';
import { selectAccount } from '#machines/session/session.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { useAccountName } from './account-name.ts';
import { hrefOf } from './paths.ts';
import { useHref, useLocale, useLoginActor, useSession } from './portal-context.tsx';
import { problemText } from './problem-text.ts';
import { useLoginProviders } from './settings-context.tsx';

export type OutcomePlace = {
  /** Whether something is being filled in here, or only read. */
  entries: boolean;
  /** There are entries that the login could have changed. */
  unchanged: boolean;
  /** The page shows by itself who is logged in. */
  greets: boolean;
};

type Props = OutcomePlace & { outcome: 'succeeded' | 'cancelled' | 'failed' };

/** The outcome of the login, and the way on. */
export function LoginOutcome({ outcome, ...place }: Props) {
  if (outcome === 'succeeded') return <Succeeded />;
  return outcome === 'cancelled' ? <Cancelled {...place} /> : <Failed {...place} />;
}

function Succeeded() {
  const { t } = useTranslation('login');
  const accountName = useAccountName();
  const { t: level } = useTranslation('level');
  const locale = useLocale();
  const account = useSession(selectAccount);
  return (
    // The region is empty until the name is known, so that its arrival is a change that a screen reader notices.
    <div className="sp-outcome" role="status">
      {account && (
        <Alert tone="success" title={t('outcome.succeeded', { name: accountName(account) })}>
          <Stack gap="small">
            <p>{t('outcome.level', { level: level(`name.${account.trustLevel}`) })}</p>
            <Actions>
              <LinkButton variant="secondary" href={hrefOf.account(locale)} icon="arrow-forward" iconAtEnd>
                {t('outcome.area')}
              </LinkButton>
            </Actions>
          </Stack>
        </Alert>
      )}
    </div>
  );
}

function Cancelled(place: OutcomePlace) {
  const { t } = useTranslation('login');
  return <Told place={place} title={t('outcome.cancelled')} />;
}

function Failed(place: OutcomePlace) {
  const { t } = useTranslation('login');
  const { t: errors } = useTranslation('errors');
  const login = useLoginActor();
  const problem = useSelector(login, selectLoginProblem);
  const withdrawn = useSelector(login, selectIsWithdrawn);
  const refusal = useSelector(login, selectLoginRefusal);
  const locale = useLocale();
  if (refusal) return <Refused refusal={refusal} {...place} />;
  return (
    <Told place={place} tone="danger" title={problem?.sentence?.[locale] ?? errors('code.login-failed')}>
      {withdrawn && <p>{t('outcome.withdrawn')}</p>}
      {!withdrawn && problem && problem.code !== 'login-failed' && <p>{problemText(problem, errors)}</p>}
    </Told>
  );
}

/** A login that took place at the provider: the reason why it does not count, and the next steps. */
function Refused({ refusal, ...place }: OutcomePlace & { refusal: LoginRefusal }) {
  const { t } = useTranslation(['login', 'level']);
  const query = useSelector(useLoginActor(), selectLoginQuery);
  const needed = refusal === 'level-too-low' ? query?.trustLevel : undefined;
  return (
    <Told place={place} needed={needed} tone="warning" title={t(`refused.${refusal}.title`)}>
      {needed && (
        <p>
          {t('refused.level-too-low.needed', { needed: t(`level:name.${needed}`) })}{' '}
          {t(`level:how.${needed}`)}
        </p>
      )}
      {!needed && <p>{t(`refused.${refusal}.text`)}</p>}
    </Told>
  );
}

/** The state that the login has not changed. */
function Rest({ entries, unchanged }: OutcomePlace) {
  const { t } = useTranslation('login');
  const account = useSession(selectAccount);
  const accountName = useAccountName();
  return (
    <>
      {unchanged && <p>{t('outcome.unchanged')}</p>}
      {account ? (
        <p>{t('outcome.stillAs', { name: accountName(account) })}</p>
      ) : (
        !entries && <p>{t('outcome.withoutAccount')}</p>
      )}
    </>
  );
}

function WaysOn({ entries, greets, needed }: OutcomePlace & { needed?: TrustLevel | undefined }) {
  const { t } = useTranslation(['login', 'level']);
  const login = useLoginActor();
  const locale = useLocale();
  const href = useHref();
  const canBeRetried = useSelector(login, selectCanBeRetried);
  const withdrawn = useSelector(login, selectIsWithdrawn);
  // In an application and in the personal area the other logins are on the page itself.
  const hasOthers = useLoginProviders().length > 1 && !entries && !greets;
  if (!canBeRetried && !withdrawn && !hasOthers) return null;
  return (
    <Actions>
      {canBeRetried && (
        <Button variant="secondary" icon="autorenew" onClick={() => login.send({ type: 'login.retried' })}>
          {needed
            ? t('refused.level-too-low.again', { needed: t(`level:name.${needed}`) })
            : t('outcome.again')}
        </Button>
      )}
      {withdrawn && (
        // A page that is loaded anew knows the logins that are offered now.
        <LinkButton variant="secondary" icon="autorenew" href={href} target="_self">
          {t('outcome.reload')}
        </LinkButton>
      )}
      {hasOthers && (
        <LinkButton variant="secondary" icon="account" href={hrefOf.account(locale)}>
          {t('outcome.others')}
        </LinkButton>
      )}
    </Actions>
  );
}

/**
 * Takes the focus, so that the message is in view and read once, wherever on the page the login began. In an application
 * the heading of the step takes it afterwards, so the message is spoken by itself.
 */
function Told({
  place,
  needed,
  children,
  ...look
}: { place: OutcomePlace; needed?: TrustLevel | undefined } & ComponentProps<typeof Alert>) {
  return (
    <div className="sp-outcome">
      <Alert ref={useFocus<HTMLDivElement>(true)} live={place.entries ? 'assertive' : undefined} {...look}>
        {children}
        <Rest {...place} />
        <WaysOn {...place} needed={needed} />
      </Alert>
    </div>
  );
}
