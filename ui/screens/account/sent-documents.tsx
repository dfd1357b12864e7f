import { useTranslation } from 'react-i18next';
import type { SentView } from '#contract/personal-area.ts';
import { displayBytes } from '#forms/display-bytes.ts';

import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { day } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** The documents to download with format and size, and until when; afterwards a note that their time is over. */
export function SentDocuments({ application }: { application: SentView }) {
  const { t } = useTranslation(['account', 'errors']);
  const locale = useLocale();
  const { downloadHref } = useApplicationTools();
  const { id, name, documents, documentsLang, downloadsUntil } = application;
  if (documents.length === 0) {
    return <p className="sp-muted">{t('errors:code.download-expired')}</p>;
  }
  return (
    <div className="sp-stack sp-stack--tight">
      <p>
        {t(documentsLang === locale ? 'documents.until' : `documents.untilIn.${documentsLang}`, {
          date: day(downloadsUntil, locale),
        })}
      </p>
      <ul className="sp-documents">
        {documents.map(({ kind, size }) => (
          <li key={kind}>
            <Link quiet href={downloadHref(id, kind)}>
              <Icon name="download" />
              {t(`documents.${kind}`)} ({kind === 'attachment' ? 'ZIP' : 'PDF'}, {displayBytes(size, locale)})
              <VisuallyHidden> {name}</VisuallyHidden>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
