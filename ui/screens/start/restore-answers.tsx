import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RestoredAnswers } from '#contract/saved-answers.ts';
import { selectDraft } from '#machines/application/application.selectors.ts';
import { selectIsRestoring, selectMissing, selectRefusal } from '#machines/restoring/restoring.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { Details } from '#ui/kit/details.tsx';
import { controlProps, Field } from '#ui/kit/field.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { TextInput } from '#ui/kit/text-input.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { useApplication } from '../application/application-context.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, usePortal } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';

/** The way to continue with answers that a person has kept as a file; folded away: few people have one. */
export function RestoreAnswers() {
  const { t } = useTranslation('restoring');
  const restoring = usePortal(({ children }) => children.restoring);
  return (
    restoring && (
      <Details summary={t('title')}>
        <Asked />
      </Details>
    )
  );
}

function Asked() {
  const { t } = useTranslation('restoring');
  const locale = useLocale();
  const restoring = usePortal(({ children }) => children.restoring)!;
  const busy = useSelector(restoring, selectIsRestoring);
  const missing = useSelector(restoring, selectMissing);
  const refusal = useSelector(restoring, selectRefusal);
  const hasDraft = useSelector(useApplication(), selectDraft) !== null;
  const file = useRef<HTMLInputElement>(null);
  const typed = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  useEffect(() => {
    if (missing) (missing === 'file' ? file : typed).current?.focus();
  }, [missing]);
  const other = refusal?.startOver;
  const fileField = {
    id: 'saved-file',
    label: t('file.label'),
    hint: t('file.hint'),
    error: missing === 'file' ? t('file.missing') : undefined,
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        restoring.send({ type: 'answers.submitted', file: file.current?.files?.[0] ?? null, code });
      }}
    >
      <Stack>
        <p>
          {t('text')} {hasDraft && t('beside')}
        </p>
        <ProblemAlert
          problem={refusal}
          title={t('refused')}
          takeFocus
          safe={other && <Link href={hrefOf.start(locale, other.leiKaId, other.area)}>{t('other')}</Link>}
        />
        <Field {...fileField}>
          {/* The field has no `accept`: phones do not let people choose files of a kind that they do not know. */}
          <input {...controlProps(fileField)} ref={file} type="file" className="kern-form-input__input" />
        </Field>
        <TextInput
          id="saved-code"
          ref={typed}
          label={t('code.label')}
          hint={t('code.hint')}
          error={missing === 'code' ? t('code.missing') : undefined}
          width={20}
          value={code}
          onChange={setCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Actions>
          <Button type="submit" variant="secondary" busy={busy}>
            {t(busy ? 'opening' : 'ok')}
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

/** The restored answers, in an application of their own: its differences, and the way there. */
export function Restored({ process, changed, page, files }: RestoredAnswers) {
  const { t } = useTranslation('restoring');
  const locale = useLocale();
  // The pressed button is gone.
  const box = useFocus<HTMLDivElement>(true);
  return (
    <Alert
      ref={box}
      tone={changed || files > 0 ? 'warning' : 'success'}
      title={t('done.title')}
      live="polite"
    >
      <Stack gap="small">
        <p>{t('done.text')}</p>
        {changed && <p>{page === null ? t('done.changed') : t('done.changedAt', { page })}</p>}
        {files > 0 && <p>{t('done.files', { count: files })}</p>}
        <Actions>
          <LinkButton href={hrefOf.process(locale, process.id)}>{t('done.ok')}</LinkButton>
        </Actions>
      </Stack>
    </Alert>
  );
}
