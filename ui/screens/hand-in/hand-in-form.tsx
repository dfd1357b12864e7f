import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { HandInPage } from '#contract/hand-in.ts';
import { fieldId } from '#forms/paths.ts';
import {
  selectFilesAreAwaited,
  selectHandInIsBusy,
  selectMissedFiles,
} from '#machines/handingIn/handingIn.selectors.ts';
import { missedFileErrors } from '#ui/form/file-texts.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { ErrorSummary, type SummaryError } from '#ui/kit/error-summary.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { type HandingInActor, useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { DocumentField } from './document-field.tsx';

/** A field for the files of each document, and the button that hands in what is there. */
export function HandInForm({ actor }: { actor: HandingInActor }) {
  const { t } = useTranslation('handIn');
  const form = useTranslation('form').t;
  const locale = useLocale();
  const busy = useSelector(actor, selectHandInIsBusy);
  const awaited = useSelector(actor, selectFilesAreAwaited);
  const missed = useSelector(actor, selectMissedFiles);
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const { page, isDone, failedAttempts, problem } = context;
  const sent = page?.handIns.at(-1)?.state;
  const done = useFocus<HTMLDivElement>(isDone);
  const missedErrors = missedFileErrors(
    missed.map((file) => ({ ...file, page: null, isDispensable: false })),
    form,
    locale,
    () => undefined,
  );
  const nothing = failedAttempts > 0 && missed.length === 0;
  return (
    <>
      {isDone && sent !== 'failed' && (
        <Alert ref={done} tone="success" live="polite" title={t('done.title')}>
          <p>{t(sent === 'delivered' ? 'done.delivered' : 'done.waiting')}</p>
        </Alert>
      )}
      <ErrorSummary
        errors={nothing ? nothingChosen(page, t('nothing')) : missedErrors}
        attempt={failedAttempts}
      />
      <ProblemAlert problem={problem} title={t('notDone')} />
      <SectionHeading>{t('documents')}</SectionHeading>
      <p>{t('partly')}</p>
      {page?.documents.map((document) => (
        <DocumentField
          key={document.path}
          actor={actor}
          document={document}
          error={nothing && page.documents.length === 1 ? t('nothing') : undefined}
        />
      ))}
      {(page?.files.length ?? 0) > 0 && <p role="status">{t('notYet')}</p>}
      <Actions>
        <Button busy={busy} onClick={() => actor.send({ type: 'handIn.requested' })}>
          {t(awaited ? 'awaiting' : busy ? 'busy' : 'submit')}
        </Button>
      </Actions>
      <p className="sp-muted">{t('post')}</p>
    </>
  );
}

/** Leads to the first field. None of several is at fault: any of them will do. */
const nothingChosen = (page: HandInPage | null, text: string): SummaryError[] =>
  page?.documents.slice(0, 1).map(({ path }) => ({ fieldId: fieldId(path), text })) ?? [];
