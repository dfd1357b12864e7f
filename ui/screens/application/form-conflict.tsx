import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { LoginWay } from '#domain/login-ways.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import { selectAccount } from '#machines/application/application.selectors.ts';
import { selectHasPendingFiles, selectSaving } from '#machines/form/form.selectors.ts';
import {
  selectAsksAboutNewerState,
  selectNeededLevel,
  selectProblem,
  selectSavingState,
} from '#machines/saving/saving.selectors.ts';
import type { SavingEvent } from '#machines/saving/saving.types.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { LevelNote } from '../shared/level-note.tsx';
import { openLogin } from '../shared/login-window.ts';
import { type FormActor, useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { SavingLocked } from '../shared/session-end.tsx';
import { useStepUp } from '../shared/use-step-up.ts';
import { useApplication } from './application-context.tsx';
import { useSaving } from './use-saving.ts';

/** Notices of what prevents saving: a newer state from elsewhere, or a refusal. Nothing is merged unnoticed. */
export function FormConflict({ form }: { form: FormActor }) {
  const { t } = useTranslation('application');
  const state = useSaving(form, selectSavingState, 'untouched');
  const needed = useSaving(form, selectNeededLevel, null);
  const problem = useSaving(form, selectProblem, null);
  if (state === 'refused')
    return <ProblemAlert problem={problem} title={t('form.notSaved')} safe={t('safe.onScreen')} />;
  if (needed) return <LevelMissing needed={needed} />;
  if (state === 'blocked') return <SavingLocked />;
  return state === 'conflict' ? <NewerState form={form} /> : null;
}

/** Notice of a missing login, which takes place in a separate window: the entries stay on the screen. */
function LevelMissing({ needed }: { needed: TrustLevel }) {
  const { t } = useTranslation('level');
  const locale = useLocale();
  const account = useSelector(useApplication(), selectAccount);
  const way = useStepUp(account, needed);
  const page = ({ providerId, level }: LoginWay) => ({
    lang: locale,
    provider: providerId,
    trustLevel: level,
  });
  return (
    <Alert tone="warning" live="assertive" title={t('title')}>
      {account && <LevelNote account={account} needed={needed} />}
      {way && (
        <>
          <p>{t('window')}</p>
          <Button icon="account" onClick={() => openLogin(page(way))}>
            {t('button', { needed: t(`name.${needed}`) })}
          </Button>
        </>
      )}
    </Alert>
  );
}

function NewerState({ form }: { form: FormActor }) {
  const { t } = useTranslation('application');
  const asking = useSaving(form, selectAsksAboutNewerState, false);
  const losesFiles = useSelector(form, selectHasPendingFiles);
  const tell = (event: SavingEvent) => selectSaving(form.getSnapshot())?.send(event);
  const load = () => tell({ type: 'newerState.requested' });
  return (
    <>
      <Alert tone="warning" title={t('conflict.title')}>
        <p>{t('conflict.text')}</p>
        {losesFiles && <p>{t('conflict.files')}</p>}
        <Button variant="secondary" onClick={load}>
          {t('conflict.load')}
        </Button>
      </Alert>
      <Dialog
        open={asking}
        title={t('conflict.title')}
        ok={t('conflict.load')}
        cancel={t('conflict.stay')}
        onOutcome={(outcome) => (outcome === 'ok' ? load() : tell({ type: 'newerState.postponed' }))}
      >
        <p>{t('conflict.text')}</p>
        <p>{t('conflict.stayHint')}</p>
        {losesFiles && <p>{t('conflict.files')}</p>}
      </Dialog>
    </>
  );
}
