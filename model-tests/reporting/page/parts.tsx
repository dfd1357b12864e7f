import type { ReactNode } from 'react';
import type { Coverage } from '../shape.ts';

/** `12/13`, and in words what is missing or walked by another test: colour alone is not enough. */
export function Share({ of }: { of: Coverage | undefined }) {
  if (!of) return <span className="none">–</span>;
  const elsewhere = Object.keys(of.elsewhere ?? {}).length;
  const isWhole = of.missing.length === 0;
  return (
    <span className={isWhole ? 'whole' : 'partial'}>
      {of.covered}/{of.total}
      {elsewhere > 0 ? ` and ${elsewhere} elsewhere` : ''}
      {isWhole ? '' : ' incomplete'}
    </span>
  );
}

export function Table({
  caption,
  head,
  children,
}: {
  caption: string;
  head: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className="scroll">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export const duration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
