import { useTranslation } from 'react-i18next';
import type { SummaryView } from '#contract/summary.ts';

import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { SummaryGroup } from '#ui/kit/summary-group.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { DataSourceText } from '../shared/data-source-text.tsx';

/** The entries grouped by page, each group with a way to change it. */
export function SummaryPages({
  pages,
  source,
  previewHref,
  changed = null,
  onChange,
}: {
  pages: SummaryView['pages'];
  /** The login that vouches for the values of the account. */
  source: SummaryView['source'];
  /** Address of a picture in small, by the id of its file. */
  previewHref: (file: string) => string;
  /** Key of the page that was just changed: its group takes the focus. */
  changed?: string | null;
  /** Opens a page to change it; null when nothing can be changed any more. */
  onChange: ((page: string) => void) | null;
}) {
  const { t } = useTranslation('summary');
  return (
    <Stack gap="large">
      {source && (
        <p className="sp-muted">
          <DataSourceText
            source={source}
            text={(values) => t('source', { ...values, context: source.providerId })}
          />
        </p>
      )}
      {pages.map((page) => (
        <SummaryGroup
          key={page.key}
          title={page.title}
          takeFocus={page.key === changed}
          lines={page.rows.map((row) => ({
            key: row.path,
            label: row.label,
            value: row.value,
            level: row.level,
            pictures: row.previews?.map((file) => previewHref(file)),
            kind: row.kind === 'heading' ? ('heading' as const) : ('value' as const),
            ...(row.fromAccount && { note: t('fromAccount', { context: source?.providerId }) }),
          }))}
          action={
            onChange && (
              <Button variant="quiet" icon="edit" onClick={() => onChange(page.key)}>
                {t('changePage')}
                <VisuallyHidden> {page.title}</VisuallyHidden>
              </Button>
            )
          }
        />
      ))}
    </Stack>
  );
}
