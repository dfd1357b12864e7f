import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectLoginIsEnding,
  selectLoginsAreLoading,
  selectLoginsHaveFailed,
} from '#machines/logins/logins.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import type { LoginsActor } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { LoginCard } from './login-card.tsx';
import { useLoginName } from './use-login-name.ts';

/** The logins, and the question before one of them is ended. */
export function LoginList({ actor }: { actor: LoginsActor }) {
  const { t } = useTranslation(['account', 'errors']);
  const nameOf = useLoginName();
  const loading = useSelector(actor, selectLoginsAreLoading);
  const failed = useSelector(actor, selectLoginsHaveFailed);
  const ending = useSelector(actor, selectLoginIsEnding);
  const { logins, chosen, ended, problem } = useSelector(actor, ({ context }) => context);
  if (loading) return <Skeleton size="page" />;
  return (
    <Stack>
      <Lead>{t('logins.lead')}</Lead>
      <ProblemAlert problem={problem} title={t(failed ? 'logins.failed' : 'logins.notEnded')} />
      {ended && <Alert tone="success" live="polite" title={t('logins.ended', { device: nameOf(ended) })} />}
      {failed ? (
        <div>
          <Button icon="autorenew" onClick={() => actor.send({ type: 'list.refreshRequested' })}>
            {t('retry')}
          </Button>
        </div>
      ) : (
        logins.map((login) => (
          <LoginCard
            key={login.id}
            login={login}
            onEnd={() => actor.send({ type: 'ending.requested', login })}
          />
        ))
      )}
      <Dialog
        open={chosen !== null}
        title={t('logins.confirm.title')}
        ok={t('logins.confirm.ok')}
        cancel={t('logins.confirm.cancel')}
        danger
        busy={ending}
        onOutcome={(outcome) =>
          actor.send({ type: outcome === 'ok' ? 'ending.confirmed' : 'ending.dismissed' })
        }
      >
        {chosen && <p>{t('logins.confirm.text', { device: nameOf(chosen) })}</p>}
      </Dialog>
    </Stack>
  );
}
