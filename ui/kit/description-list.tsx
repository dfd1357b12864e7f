import type { ReactNode } from 'react';

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
