import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type Column<Row> = {
  key: string;
  title: string;
  /** Right-aligned figures. */
  numeric?: boolean;
  cell: (row: Row) => ReactNode;
};

/**
 * A table with a caption; the first column is the header of its row. On phones every row becomes a block
 * with the column titles in front of the values.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  return (
    <table className="kern-table sp-table">
      <caption className="kern-title">{caption}</caption>
      <thead className="kern-table__head">
        <tr className="kern-table__row">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={classes('kern-table__header', column.numeric && 'kern-table__header--numeric')}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="kern-table__body">
        {rows.map((row) => (
          <tr className="kern-table__row" key={rowKey(row)}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.key} scope="row" className="kern-table__header">
                  {column.cell(row)}
                </th>
              ) : (
                <td
                  key={column.key}
                  data-title={column.title}
                  className={classes('kern-table__cell', column.numeric && 'kern-table__cell--numeric')}
                >
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
