import { useSelector } from '@xstate/react';
import { dequal } from 'dequal/lite';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageCountIsOpen } from '#forms/page-count.ts';
import type { FieldError } from '#forms/types.ts';
import {
  selectAwaited,
  selectCorrectsMore,
  selectIsFinishing,
  selectIsMadeNecessary,
  selectMissedFiles,
  selectPageView,
  selectReturnsToSummary,
  selectShownErrors,
  selectToCorrect,
} from '#machines/form/form.selectors.ts';
import { selectIsHindered } from '#machines/saving/saving.selectors.ts';
import { inDocumentOrder, summaryErrors } from '#ui/form/error-text.ts';
import { missedFileErrors } from '#ui/form/file-texts.ts';
import { FormPage } from '#ui/form/form-page.tsx';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { ErrorSummary, leadTo } from '#ui/kit/error-summary.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { laterPart } from '#ui/kit/later.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { StepOverview } from '#ui/kit/steps.tsx';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { BackButton } from '../shared/back-button.tsx';
import { type FormActor, useLocale } from '../shared/portal-context.tsx';
import { useTheme } from '../shared/settings-context.tsx';
import { ApplicationLayout } from './application-layout.tsx';
import { AwaitedFiles } from './awaited-files.tsx';
import { FormSaveState } from './form-save-state.tsx';
import { OtherPlaceLink } from './other-place-link.tsx';
import { ToCorrect } from './to-correct.tsx';
import { useSaving } from './use-saving.ts';

const FormConflict = laterPart(async () => (await import('./form-conflict.tsx')).FormConflict);

/** Page of the form: its position, errors and fields, forward and back (spec section 2, application flow). */
export function FormSteps({ form }: { form: FormActor }) {
  const { t } = useTranslation('application');
  const { t: formText } = useTranslation('form');
  const { storeOf, formShown } = useApplicationTools();
  const hydrated = useHydrated();
  const { hasFormNavSections } = useTheme();

  const view = useSelector(form, selectPageView, dequal);
  const page = useSelector(form, ({ context }) => context.page);
  // On a page that the server rendered, the person may already be in one of the fields.
  const [servedPage] = useState(hydrated ? null : page);
  const [hasMoved, setHasMoved] = useState(hydrated);
  const isNew = hasMoved || page !== servedPage;
  const definition = useSelector(form, ({ context }) => context.definition)!;
  const errors = useSelector(form, selectShownErrors, dequal) as readonly FieldError[];
  const attempt = useSelector(form, ({ context }) => context.failedAttempts);
  const hindered = useSaving(form, selectIsHindered, false);
  // While saving is impossible, nothing is being saved.
  const finishing = useSelector(form, selectIsFinishing) && !hindered;
  const missed = useSelector(form, selectMissedFiles, dequal);
  const awaited = useSelector(form, selectAwaited, dequal);
  const locale = useLocale();
  // The field is on another page, which an error link led to.
  const wantedField = useRef<string | null>(null);
  const lines = useMemo(() => {
    const data = form.getSnapshot().context.data;
    const ofFields = summaryErrors(definition, errors, formText, { data, locale });
    const ofFiles = missedFileErrors(missed, formText, locale, (key, fieldId) => {
      wantedField.current = fieldId;
      form.send({ type: 'page.chosen', page: key });
    });
    const elsewhere = ofFiles.filter(({ open }) => open);
    const here = ofFiles.filter(({ open }) => !open);
    return [...inDocumentOrder(definition, [...ofFields, ...here]), ...elsewhere];
  }, [definition, errors, missed, formText, locale, form]);
  // Errors that the summary has led to take the focus instead, but not later, when they are corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  const headingTakesFocus = useMemo(() => isNew && lines.length === 0, [page]);
  const returnsToSummary = useSelector(form, selectReturnsToSummary);
  const correctsMore = useSelector(form, selectCorrectsMore);
  const onward = returnsToSummary && !correctsMore ? 'form.toSummary' : 'next';
  const isMadeNecessary = useSelector(form, selectIsMadeNecessary);
  const toCorrect = useSelector(form, selectToCorrect, dequal);
  const total = view.pages.length + 1;
  const isCountOpen = useMemo(() => pageCountIsOpen(definition, page), [definition, page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    if (isNew) window.scrollTo(0, 0);
    if (wantedField.current) leadTo(wantedField.current);
    wantedField.current = null;
    setHasMoved(isNew);
  }, [page]);
  useEffect(formShown, [formShown]);

  function goOn(event: FormEvent): void {
    event.preventDefault();
    form.send({ type: 'page.nextRequested' });
  }

  return (
    <ApplicationLayout
      title={view.title}
      hasErrors={lines.length > 0}
      saveState={<FormSaveState form={form} />}
    >
      <form noValidate onSubmit={goOn}>
        <Stack narrow>
          <BackButton onClick={() => form.send({ type: 'page.backRequested' })}>{t('back')}</BackButton>
          <ErrorSummary errors={lines} attempt={attempt} />
          <PageHeading
            key={page}
            caption={t(isCountOpen ? 'form.stepOnly' : 'form.step', { step: view.index + 1, total })}
            takeFocus={headingTakesFocus}
          >
            {view.title}
          </PageHeading>
          {toCorrect.length > 0 && <ToCorrect keys={toCorrect} definition={definition} />}
          {isMadeNecessary && toCorrect.length === 0 && (
            <Alert title={t('form.madeNecessary.title')}>
              <p>{t('form.madeNecessary.text')}</p>
            </Alert>
          )}
          {hasFormNavSections && (
            <StepOverview
              label={t('form.overview')}
              steps={[
                ...view.pages.map(({ key, title, state }) => ({
                  key,
                  label: title,
                  state:
                    state === 'current'
                      ? ('now' as const)
                      : state === 'visited'
                        ? ('done' as const)
                        : ('toCome' as const),
                  ...(state === 'visited' && {
                    onOpen: () => form.send({ type: 'page.chosen', page: key, returnsToSummary }),
                  }),
                })),
                { key: 'summary', label: t('form.summary'), state: 'toCome' as const },
              ]}
            />
          )}
          <FormPage store={storeOf(form)} page={page} otherPlace={<OtherPlaceLink />} />
          {awaited && <AwaitedFiles {...awaited} />}
          <Actions>
            {/* Before hydration, a click would put the data into the address. */}
            <Button
              type="submit"
              icon="arrow-forward"
              iconAtEnd
              busy={finishing || awaited !== null}
              disabled={!hydrated}
            >
              {t(awaited ? 'form.uploading' : finishing ? 'form.saving' : onward)}
            </Button>
          </Actions>
        </Stack>
      </form>
      {hindered && (
        <div className="sp-after-form">
          <FormConflict form={form} />
        </div>
      )}
    </ApplicationLayout>
  );
}
