import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from './description-list.tsx';
import { Details } from './details.tsx';
import { SectionHeading } from './heading.tsx';

export type SummaryLine = {
  key: string;
  label: string;
  /** Lines with '' are folded into one at the end of the group. */
  value: string;
  kind?: 'value' | 'heading';
  /** How many headings it stands below; what follows a group does not belong to its last entry. */
  level: number;
  /** Addresses of pictures that the value names, in small. */
  pictures?: readonly string[] | undefined;
  /** A few words below the value. */
  note?: string | undefined;
};

/**
 * Answers of one page, with one action to change them.
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
      {groups(lines)
        .filter(isAnswered)
        .map(({ heading, rows }) => (
          <div
            key={heading?.key ?? rows[0]?.key}
            className={levelOf(heading) > 0 ? 'sp-summary__entry' : undefined}
          >
            {heading && (
              <SectionHeading level={levelOf(heading) > 0 ? 4 : 3} small>
                {heading.label}
              </SectionHeading>
            )}
            <DescriptionList
              items={rows.filter(hasValue).map(({ key, label, value, pictures, note }) => ({
                key,
                term: label,
                value: <Value text={value} pictures={pictures} note={note} />,
              }))}
            />
          </div>
        ))}
      <Unanswered lines={lines} />
    </section>
  );
}

/** Open questions in one line: they can be unfolded, but do not bury the answers. */
function Unanswered({ lines }: { lines: readonly SummaryLine[] }) {
  const { t } = useTranslation('kit');
  const open = groups(lines).flatMap(({ heading, rows }) =>
    rows
      .filter((row) => !hasValue(row))
      .map(({ key, label }) => ({ key, label: heading ? `${heading.label}: ${label}` : label })),
  );
  if (open.length === 0) return null;
  return (
    <Details summary={t('summary.unanswered', { count: open.length })}>
      <ul>
        {open.map(({ key, label }) => (
          <li key={key}>{label}</li>
        ))}
      </ul>
    </Details>
  );
}

function Value({
  text,
  pictures = [],
  note,
}: {
  text: string;
  pictures: readonly string[] | undefined;
  note: string | undefined;
}) {
  return (
    <>
      {text}
      {/* The names beside them say what they are. */}
      {pictures.length > 0 && (
        <span className="sp-summary__pictures">
          {pictures.map((address) => (
            <img key={address} className="sp-file__picture" src={address} alt="" loading="lazy" />
          ))}
        </span>
      )}
      {note !== undefined && <span className="sp-muted sp-note-below"> {note}</span>}
    </>
  );
}

const levelOf = (line: SummaryLine | undefined): number => line?.level ?? 0;

const hasValue = ({ value }: SummaryLine): boolean => value !== '';

/** A heading stays above the headings of its entries; above questions without an answer it would stand alone. */
const isAnswered = ({ rows }: { rows: readonly SummaryLine[] }): boolean =>
  rows.length === 0 || rows.some(hasValue);

/** A `dl` contains no headings: the lines between two headings form a list of their own. */
function groups(lines: readonly SummaryLine[]): { heading: SummaryLine | undefined; rows: SummaryLine[] }[] {
  const result: { heading: SummaryLine | undefined; rows: SummaryLine[] }[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (line.kind === 'heading') result.push({ heading: line, rows: [] });
    else if (last && (!last.heading || levelOf(line) > levelOf(last.heading))) last.rows.push(line);
    else result.push({ heading: undefined, rows: [line] });
  }
  return result;
}
