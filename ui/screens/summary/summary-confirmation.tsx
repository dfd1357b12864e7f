import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';
import type { StatementView } from '#contract/summary.ts';

import { stepsAfterForm } from '#machines/process/process.steps.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { ErrorSummary } from '#ui/kit/error-summary.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { pageHref } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { FeeNote } from './fee-note.tsx';

type Props = {
  process: ProcessView;
  feeCents: number | null;
  /** The account says otherwise: that is decided first. */
  conflictAhead: boolean;
  statements: readonly StatementView[];
  given: readonly string[];
  /** Address for e-mails, and whether they are wanted; null where none are sent. */
  mail: { to: string; wanted: boolean } | null;
  /** The number of attempts to go on without all statements. */
  failedAttempts: number;
  busy: boolean;
  onMails: (wanted: boolean) => void;
  onState: (id: string, given: boolean) => void;
  onConfirm: () => void;
};

/**
 * The statements that the person makes before the application goes on, a box each, and the button that names the next
 * step.
 */
export function SummaryConfirmation({
  process,
  feeCents,
  conflictAhead,
  statements,
  given,
  mail,
  failedAttempts,
  busy,
  onMails,
  onState,
  onConfirm,
}: Props) {
  const { t } = useTranslation('summary');
  const steps = stepsAfterForm({ ...process.facts, conflictOpen: conflictAhead }, feeCents ?? 0);
  const missed = failedAttempts > 0 ? statements.filter(({ id }) => !given.includes(id)) : [];

  function confirm(event: FormEvent): void {
    event.preventDefault();
    onConfirm();
  }

  return (
    <form noValidate onSubmit={confirm}>
      <Stack>
        <ErrorSummary
          errors={missed.map(({ id, missing }) => ({ fieldId: id, text: missing }))}
          attempt={failedAttempts}
        />
        <SectionHeading>{t('confirm.title')}</SectionHeading>
        <FeeNote process={process} feeCents={feeCents} steps={steps} />
        {/* Texts to read come before the boxes that speak of them. */}
        <Prose>
          <p>{t('confirm.language')}</p>
          <p>{t('confirm.about')}</p>
          <Rules />
        </Prose>
        {statements.map(({ id, text, missing }) => (
          <Checkbox
            key={id}
            id={id}
            label={text}
            error={missed.some((it) => it.id === id) ? missing : undefined}
            checked={given.includes(id)}
            onChange={(checked) => onState(id, checked)}
          />
        ))}
        {mail && (
          <Checkbox
            id="mails"
            label={t('confirm.mails.label', { to: mail.to })}
            hint={t('confirm.mails.hint')}
            checked={mail.wanted}
            onChange={onMails}
          />
        )}
        <Actions>
          <Button type="submit" busy={busy}>
            {t(busy ? 'confirm.busy' : `confirm.${words[steps[0] ?? 'submission']}`)}
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

/** Privacy policy and terms of use, in new windows: nothing on this page is lost. */
function Rules() {
  const { t } = useTranslation('summary');
  const locale = useLocale();
  return (
    <ul>
      {(['privacy', 'terms'] as const).map((page) => (
        <li key={page}>
          <Link href={pageHref(locale, page)} target="_blank">
            {t(`confirm.${page}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The button's label, by the step that it leads to. */
const words = {
  conflict: 'notice',
  notice: 'notice',
  login: 'login',
  payment: 'payment',
  submission: 'send',
} as const;
