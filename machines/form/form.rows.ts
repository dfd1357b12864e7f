/** Returns the row of a repeating group that a data path leads into, from 0; -1 for a path outside the group. */
const rowOf = (path: string, grid: string): number =>
  path.startsWith(`${grid}[`) ? Number(/^\d+/.exec(path.slice(grid.length + 1))?.[0]) : -1;

const moved = (path: string, grid: string, row: number, by: 1 | -1): string =>
  `${grid}[${row + by}]${path.slice(`${grid}[${row}]`.length)}`;

/** Returns a data path as it is after a row of a group was removed; null for a path into that row. */
export function pathWithoutRow(path: string, grid: string, index: number): string | null {
  const row = rowOf(path, grid);
  if (row < index) return path;
  return row === index ? null : moved(path, grid, row, -1);
}

/** Returns a data path as it is after a row was put into a group at the index. */
export function pathWithRow(path: string, grid: string, index: number): string {
  const row = rowOf(path, grid);
  return row >= index ? moved(path, grid, row, 1) : path;
}
