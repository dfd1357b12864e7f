import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectForm } from '#machines/application/application.selectors.ts';
import { selectFormHasFailed, selectIsLoading } from '#machines/form/form.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import type { FormActor } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useApplication } from './application-context.tsx';
import { ApplicationLayout } from './application-layout.tsx';
import { FormSteps } from './form-steps.tsx';

/** The form while it is filled in. */
export function FormScreen() {
  const form = useSelector(useApplication(), selectForm);
  return form ? <OpenForm form={form} /> : null;
}

function OpenForm({ form }: { form: FormActor }) {
  const { t } = useTranslation('application');
  const loading = useSelector(form, selectIsLoading);
  const failed = useSelector(form, selectFormHasFailed);
  const problem = useSelector(form, ({ context }) => context.problem);
  if (loading || failed) {
    return (
      <ApplicationLayout title={t('form.title')}>
        {loading ? (
          <Skeleton size="page" />
        ) : (
          <Stack narrow>
            <ProblemAlert problem={problem} title={t('form.notLoaded')} safe={t('safe.stored')} />
            <div>
              <Button onClick={() => form.send({ type: 'retry.requested' })}>{t('retry')}</Button>
            </div>
          </Stack>
        )}
      </ApplicationLayout>
    );
  }
  return <FormSteps form={form} />;
}
