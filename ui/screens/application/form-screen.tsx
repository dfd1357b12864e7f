import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectForm } from '#machines/application/application.selectors.ts';
import {
  selectEmbedded,
  selectFormHasFailed,
  selectIsBarred,
  selectIsLoading,
} from '#machines/form/form.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { later } from '#ui/kit/later.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import type { FormActor } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useApplication } from './application-context.tsx';
import { ApplicationLayout } from './application-layout.tsx';
import { FormSteps } from './form-steps.tsx';

/** Few forms are shown in a frame. */
const EmbeddedForm = later(async () => (await import('./embedded-form.tsx')).EmbeddedForm);

/** Screen of the form while it is filled in. */
export function FormScreen() {
  const form = useSelector(useApplication(), selectForm);
  return form ? <OpenForm form={form} /> : null;
}

function OpenForm({ form }: { form: FormActor }) {
  const { t } = useTranslation('application');
  const loading = useSelector(form, selectIsLoading);
  const failed = useSelector(form, selectFormHasFailed);
  const barred = useSelector(form, selectIsBarred);
  const embedded = useSelector(form, selectEmbedded);
  const problem = useSelector(form, ({ context }) => context.problem);
  if (loading || failed) {
    return (
      <ApplicationLayout title={t('form.title')}>
        {loading ? (
          <Skeleton size="page" />
        ) : (
          <Stack narrow>
            <ProblemAlert
              problem={problem}
              title={t('form.notLoaded')}
              // The notices about form servers include it.
              {...(problem?.code.startsWith('form-server') !== true && { safe: t('safe.stored') })}
            />
            <div>
              <Button onClick={() => form.send({ type: 'retry.requested' })}>{t('retry')}</Button>
            </div>
          </Stack>
        )}
      </ApplicationLayout>
    );
  }
  if (barred) return <BarredForm />;
  return embedded ? <EmbeddedForm form={form} embedded={embedded} /> : <FormSteps form={form} />;
}

/** Screen without the form, which another window has; the banner above tells where, and continues here. */
function BarredForm() {
  const { t } = useTranslation('application');
  return (
    <ApplicationLayout title={t('form.title')}>
      <Stack narrow>
        <PageHeading>{t('form.title')}</PageHeading>
        <p>{t('frame.barred')}</p>
      </Stack>
    </ApplicationLayout>
  );
}
