import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#domain/process.ts';

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

type Props = { process: ProcessView; feeCents: number | null; busy: boolean; onConfirm: () => void };

/** The two consents and the button that names what happens next. */
export function SummaryConfirmation({ process, feeCents, busy, onConfirm }: Props) {
  const { t } = useTranslation('summary');
  const locale = useLocale();
  const steps = stepsAfterForm(process.facts, feeCents ?? 0);
  const [checked, setChecked] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const error = attempt > 0 && !checked ? t('confirm.missing') : undefined;

  function confirm(event: FormEvent): void {
    event.preventDefault();
    if (checked) onConfirm();
    else setAttempt(attempt + 1);
  }

  return (
    <form noValidate onSubmit={confirm}>
      <Stack>
        <ErrorSummary errors={error ? [{ fieldId: 'confirm', text: error }] : []} attempt={attempt} />
        <SectionHeading>{t('confirm.title')}</SectionHeading>
        <FeeNote process={process} feeCents={feeCents} steps={steps} />
        <Checkbox
          id="confirm"
          label={t('confirm.label')}
          error={error}
          checked={checked}
          onChange={setChecked}
        />
        <Prose>
          <p>{t('confirm.language')}</p>
          <p>{t('confirm.consent', { authority: process.metadata.authority.name })}</p>
          <ul>
            {(['privacy', 'terms'] as const).map((page) => (
              <li key={page}>
                <Link href={pageHref(locale, page)} target="_blank">
                  {t(`confirm.${page}`)}
                </Link>
              </li>
            ))}
          </ul>
        </Prose>
        <Actions>
          <Button type="submit" busy={busy}>
            {t(busy ? 'confirm.busy' : `confirm.${words[steps[0] ?? 'submission']}`)}
          </Button>
        </Actions>
      </Stack>
    </form>
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
