import type { CSSProperties, ReactNode } from 'react';
import { Scroll } from './scroll.tsx';

/**
 * The titles of the columns for the style sheet, which writes them before each cell where a row is too wide for its place.
 */
const titles = (columns: readonly string[]): CSSProperties =>
  Object.fromEntries(columns.map((title, index) => [`--column-${index + 1}`, JSON.stringify(`${title}: `)]));

/**
 * A table in a part of the page that scrolls by itself.
 * @param columns titles of the columns, each another one
 * @param className of the table
 * @param children its rows
 */
export function Table({
  label,
  columns,
  className,
  scroll,
  children,
}: {
  label: string;
  columns: readonly string[];
  className?: string;
  /** Class names of the part that scrolls. */
  scroll?: string;
  children: ReactNode;
}) {
  return (
    <Scroll label={label} className={scroll}>
      <table className={className} style={titles(columns)}>
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}
