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

/**
 * What the person states before it goes on, and the button that names what happens next. The consent is a box of its
 * own where the form asks for it, and a sentence elsewhere.
 */
export function SummaryConfirmation({ process, feeCents, busy, onConfirm }: Props) {
  const { t } = useTranslation('summary');
  const { metadata, facts } = process;
  const steps = stepsAfterForm(facts, feeCents ?? 0);
  const [ticked, setTicked] = useState<ReadonlySet<Statement>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const statements: Statement[] = metadata.asksConsent ? ['confirm', 'consent'] : ['confirm'];
  const missing = statements.filter((statement) => !ticked.has(statement));
  const authority = metadata.authority.name;

  function confirm(event: FormEvent): void {
    event.preventDefault();
    if (missing.length === 0) onConfirm();
    else setAttempt(attempt + 1);
  }

  const box = (statement: Statement) => (
    <Checkbox
      id={statement}
      label={t(statement === 'confirm' ? 'confirm.label' : 'confirm.consentLabel', { authority })}
      error={attempt > 0 && missing.includes(statement) ? t(missingWords[statement]) : undefined}
      checked={ticked.has(statement)}
      onChange={(checked) =>
        setTicked(new Set([...ticked, statement].filter((one) => checked || one !== statement)))
      }
    />
  );

  return (
    <form noValidate onSubmit={confirm}>
      <Stack>
        <ErrorSummary
          errors={attempt > 0 ? missing.map((one) => ({ fieldId: one, text: t(missingWords[one]) })) : []}
          attempt={attempt}
        />
        <SectionHeading>{t('confirm.title')}</SectionHeading>
        <FeeNote process={process} feeCents={feeCents} steps={steps} />
        {box('confirm')}
        {metadata.asksConsent && box('consent')}
        <Prose>
          <p>{t('confirm.language')}</p>
          <p>{metadata.asksConsent ? t('confirm.rules') : t('confirm.consent', { authority })}</p>
          <Rules />
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

/** The ids of the boxes, too. */
type Statement = 'confirm' | 'consent';
const missingWords = { confirm: 'confirm.missing', consent: 'confirm.consentMissing' } as const;

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
