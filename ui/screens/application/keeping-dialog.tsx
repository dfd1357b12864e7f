import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { LoginWay } from '#domain/login-ways.ts';
import { selectAccount, selectProcess } from '#machines/application/application.selectors.ts';
import {
  selectKeepingProblem,
  selectKeepingStep,
  selectLeadsToLogin,
} from '#machines/keeping/keeping.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Alternatives, Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { useHref, useKeepingActor } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useSessionSpans } from '../shared/session-spans.ts';
import { useProviderName } from '../shared/settings-context.tsx';
import { useApplication } from './application-context.tsx';
import { SavedFileShown } from './saved-file.tsx';
import { useKeeping } from './use-keeping.ts';

/** Dialog about the ways to keep the answers. Nothing is done with them before all of them have arrived. */
export function KeepingDialog() {
  const { t } = useTranslation('keeping');
  const keeping = useKeepingActor();
  const step = useSelector(keeping, (snapshot) => snapshot && selectKeepingStep(snapshot)) ?? null;
  const problem = useSelector(keeping, (snapshot) => snapshot && selectKeepingProblem(snapshot)) ?? null;
  const leads = useSelector(keeping, (snapshot) => snapshot && selectLeadsToLogin(snapshot)) ?? false;
  const dismiss = () => keeping?.send({ type: 'keeping.dismissed' });
  if (step === null) return null;
  if (step === 'unsaved' || step === 'failed') {
    return (
      <Dialog
        open
        title={t(step === 'failed' ? 'failed.title' : 'unsaved.title')}
        ok={t(step === 'failed' ? 'failed.again' : 'unsaved.again')}
        cancel={t('back')}
        onOutcome={(outcome) => (outcome === 'ok' ? keeping?.send({ type: 'retry.requested' }) : dismiss())}
      >
        {step === 'failed' ? (
          <ProblemAlert problem={problem} title={t('failed.text')} />
        ) : (
          <p>
            {t(leads ? 'unsaved.login' : 'unsaved.file')} {t('unsaved.text')}
          </p>
        )}
      </Dialog>
    );
  }
  return (
    <Dialog open title={t(step === 'sealed' ? 'sealed.title' : 'title')} ok={t('back')} onOutcome={dismiss}>
      {step === 'choosing' && <Choice />}
      {(step === 'saving' || step === 'sealing') && <Loader label={t(step)} />}
      {step === 'sealed' && <SavedFileShown />}
    </Dialog>
  );
}

function Choice() {
  const { t } = useTranslation('keeping');
  const keeping = useKeepingActor();
  const account = useSelector(useApplication(), selectAccount);
  const spans = useSessionSpans();
  const { ways = [], file = false } = useKeeping() ?? {};
  return (
    <>
      <p>{t(account ? 'text.account' : 'text.anonymous', spans)}</p>
      {ways.length > 0 && (
        <>
          <h3 className="kern-title kern-title--small">{t('login.title')}</h3>
          <p>{t(account ? 'login.again' : 'login.text')}</p>
          <Alternatives>
            {ways.map((way) => (
              <LogIn key={way.providerId} way={way} />
            ))}
          </Alternatives>
        </>
      )}
      {file && (
        <>
          <h3 className="kern-title kern-title--small">{t(ways.length > 0 ? 'file.or' : 'file.title')}</h3>
          <p>{t('file.text')}</p>
          <p>{t('file.uploads')}</p>
          <Alternatives>
            <Button
              variant="secondary"
              icon="download"
              onClick={() => keeping?.send({ type: 'file.chosen' })}
            >
              {t('file.ok')}
            </Button>
          </Alternatives>
        </>
      )}
    </>
  );
}

function LogIn({ way: { providerId, level } }: { way: LoginWay }) {
  const { t } = useTranslation('keeping');
  const keeping = useKeepingActor();
  const redirect = useHref();
  const provider = useProviderName(providerId);
  return (
    <Button
      variant="secondary"
      icon="account"
      onClick={() =>
        keeping?.send({
          type: 'login.chosen',
          query: { providerId, trustLevel: level, redirect, keeps: true },
        })
      }
    >
      {t('login.ok', { provider })}
    </Button>
  );
}

/** Notice after the return from that login: it tells whether the application is the person's own now. */
export function KeptAlert() {
  const { t } = useTranslation('keeping');
  const isKept = useSelector(useApplication(), (snapshot) => selectProcess(snapshot)?.facts.hasUser);
  if (isKept === undefined) return null;
  return (
    <div className="sp-outcome">
      <Alert
        tone={isKept ? 'success' : 'warning'}
        title={t(isKept ? 'kept.title' : 'notKept.title')}
        live="polite"
      >
        <p>{t(isKept ? 'kept.text' : 'notKept.text')}</p>
      </Alert>
    </div>
  );
}
