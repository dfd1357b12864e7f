import { useTranslation } from 'react-i18next';
import type { RepeatedApplication } from '#contract/repeated-application.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** The draft that was made of a sent application: what it took over, what it did not, and the way there. */
export function RepeatedNote({ repeated }: { repeated: RepeatedApplication | null }) {
  const { t } = useTranslation('following');
  const locale = useLocale();
  const note = useFocus<HTMLDivElement>(repeated);
  if (repeated === null) return null;
  const { process, changed, page, dropped, files, filesLeft } = repeated;
  return (
    <div ref={note} tabIndex={-1} className="sp-measure">
      <Alert
        tone={changed || dropped > 0 || filesLeft.length > 0 ? 'warning' : 'success'}
        title={t('repeat.done.title')}
      >
        <Stack gap="small">
          <p>{t('repeat.done.text')}</p>
          {changed && (
            <p>{page === null ? t('repeat.done.changed') : t('repeat.done.changedAt', { page })}</p>
          )}
          {dropped > 0 && <p>{t('repeat.done.dropped', { count: dropped })}</p>}
          {files > 0 && <p>{t('repeat.done.files', { count: files })}</p>}
          {filesLeft.length > 0 && (
            <div>
              <p>{t('repeat.done.filesLeft')}</p>
              <ul>
                {[...new Set(filesLeft)].map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </div>
          )}
          <Actions>
            <LinkButton href={hrefOf.process(locale, process.id)}>{t('repeat.done.ok')}</LinkButton>
          </Actions>
        </Stack>
      </Alert>
    </div>
  );
}
