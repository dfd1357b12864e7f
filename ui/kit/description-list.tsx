import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionHeading } from './heading.tsx';

export type Description = { key: string; term: ReactNode; value: ReactNode };

/** Names and their values, one line each from 768 px, stacked below that. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className="kern-description-list sp-descriptions">
      {items.map((item) => (
        <div className="kern-description-list-item" key={item.key}>
          <dt className="kern-description-list-item__key">{item.term}</dt>
          <dd className="kern-description-list-item__value">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type SummaryLine = {
  key: string;
  label: string;
  /** '' is shown as "No information". */
  value: string;
  kind?: 'value' | 'heading';
  /** A few words below the value. */
  note?: string | undefined;
};

/**
 * What was entered on one page, with one action to change it.
 * @param action a link or button whose label names the page for a screen reader
 * @param takeFocus the person returns to this group
 */
export function SummaryGroup({
  title,
  lines,
  action,
  takeFocus = false,
}: {
  title: string;
  lines: readonly SummaryLine[];
  action?: ReactNode;
  takeFocus?: boolean;
}) {
  return (
    <section className="sp-summary">
      <div className="sp-summary__header">
        <SectionHeading small takeFocus={takeFocus}>
          {title}
        </SectionHeading>
        {action}
      </div>
      {groups(lines).map(({ heading, rows }) => (
        <div key={heading?.key ?? 'start'}>
          {heading && (
            <SectionHeading level={3} small>
              {heading.label}
            </SectionHeading>
          )}
          <DescriptionList
            items={rows.map(({ key, label, value, note }) => ({
              key,
              term: label,
              value: <Value text={value} note={note} />,
            }))}
          />
        </div>
      ))}
    </section>
  );
}

function Value({ text, note }: { text: string; note: string | undefined }) {
  const { t } = useTranslation('kit');
  if (text === '') return <span className="sp-muted">{t('summary.noInformation')}</span>;
  return (
    <>
      {text}
      {note !== undefined && <span className="sp-muted sp-note-below"> {note}</span>}
    </>
  );
}

/** A `dl` contains no headings: the lines between two headings form a list of their own. */
function groups(lines: readonly SummaryLine[]): { heading: SummaryLine | undefined; rows: SummaryLine[] }[] {
  const result: { heading: SummaryLine | undefined; rows: SummaryLine[] }[] = [];
  for (const line of lines) {
    if (line.kind === 'heading') result.push({ heading: line, rows: [] });
    else if (result.length === 0) result.push({ heading: undefined, rows: [line] });
    else result.at(-1)?.rows.push(line);
  }
  return result;
}
