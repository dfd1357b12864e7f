import { useTranslation } from 'react-i18next';
import type { ListAsked } from '#machines/drafts/drafts.types.ts';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';

/** Announces what is listed, once it is there: the page, the words asked for, and how many of each kind. */
export function ListedStatus({
  asked: { kind, text, page },
  counts,
}: {
  asked: ListAsked;
  /** Numbers of entries on the page; null while they are loaded. */
  counts: { drafts: number; sent: number } | null;
}) {
  const { t } = useTranslation('account');
  const isWhole = kind === 'all' && text === '' && page === 1;
  const said = counts && {
    drafts: t('higher.drafts', { count: counts.drafts }),
    sent: t('higher.sent', { count: counts.sent }),
  };
  const what =
    said && (kind === 'drafts' ? said.drafts : kind === 'sent' ? said.sent : t('higher.both', said));
  const where = page > 1 ? t('pages.page', { page }) : text;
  return (
    <div role="status">
      {!isWhole && what && <VisuallyHidden>{where === '' ? what : `${where}: ${what}`}</VisuallyHidden>}
    </div>
  );
}
