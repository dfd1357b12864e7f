import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectAsksAboutNewerState, selectSaveState } from '#machines/form/form.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import type { FormActor } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';

/** What stands in the way of saving: a newer state from elsewhere, or a refusal. Nothing is merged unseen. */
export function FormConflict({ form }: { form: FormActor }) {
  const { t } = useTranslation('application');
  const state = useSelector(form, selectSaveState);
  const problem = useSelector(form, ({ context }) => context.problem);
  const load = () => form.send({ type: 'newerState.requested' });
  if (state === 'refused')
    return <ProblemAlert problem={problem} title={t('form.notSaved')} safe={t('safe.onScreen')} />;
  return state === 'conflict' ? <NewerState form={form} onLoad={load} /> : null;
}

function NewerState({ form, onLoad: load }: { form: FormActor; onLoad: () => void }) {
  const { t } = useTranslation('application');
  const asking = useSelector(form, selectAsksAboutNewerState);
  return (
    <>
      <Alert tone="warning" title={t('conflict.title')}>
        <p>{t('conflict.text')}</p>
        <Button variant="secondary" onClick={load}>
          {t('conflict.load')}
        </Button>
      </Alert>
      <Dialog
        open={asking}
        title={t('conflict.title')}
        ok={t('conflict.load')}
        cancel={t('conflict.stay')}
        onOutcome={(outcome) => (outcome === 'ok' ? load() : form.send({ type: 'newerState.postponed' }))}
      >
        <p>{t('conflict.text')}</p>
        <p>{t('conflict.stayHint')}</p>
      </Dialog>
    </>
  );
}
