import { useTranslation } from 'react-i18next';
import type { ResultView } from '#contract/process.ts';
import { displayBytes } from '#forms/display-bytes.ts';

import { Alert } from '#ui/kit/alert.tsx';
import { Card } from '#ui/kit/card.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { CardGrid, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { dayAndTime } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { useSessionSpans } from '../shared/session-spans.ts';

/**
 * The documents, in the order of `producedKinds`, with format, size and until when they can be downloaded; afterwards a
 * note that their time is over.
 */
export function Downloads({
  processId,
  documents,
  until,
  lang,
  anonymous,
  onTaken,
}: {
  processId: string;
  documents: ResultView['documents'];
  until: string;
  /** Language of the documents. */
  lang: ResultView['documentsLang'];
  anonymous: boolean;
  /** Called when a document is downloaded. */
  onTaken: () => void;
}) {
  const { t } = useTranslation(['result', 'errors']);
  const locale = useLocale();
  const { downloadHref } = useApplicationTools();
  const spans = useSessionSpans();
  return (
    <Stack gap="small">
      <SectionHeading>{t('downloads.title')}</SectionHeading>
      {documents.length === 0 ? (
        <Alert title={t('errors:code.download-expired')} />
      ) : (
        <>
          <p>
            {t(anonymous ? 'downloads.untilAnonymous' : 'downloads.until', {
              date: dayAndTime(until, locale),
              ...spans,
            })}
          </p>
          {lang !== locale && <p>{t(`downloads.lang.${lang}`)}</p>}
          <CardGrid>
            {documents.map(({ kind, size }) => (
              <li key={kind}>
                <Card>
                  <Link quiet href={downloadHref(processId, kind)} onClick={onTaken}>
                    <Icon name="download" />
                    {t(`downloads.${kind}`)}
                  </Link>
                  <p className="sp-muted">
                    {t(kind === 'attachment' ? 'downloads.zip' : 'downloads.pdf', {
                      size: displayBytes(size, locale),
                    })}
                  </p>
                  {kind === 'coverLetter' && <p>{t('downloads.coverLetterFor')}</p>}
                </Card>
              </li>
            ))}
          </CardGrid>
        </>
      )}
    </Stack>
  );
}
