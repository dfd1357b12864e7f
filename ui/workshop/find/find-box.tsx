import { useId } from 'react';
import { useReading } from '../reading-context.ts';

/** The field for what is looked for. What is typed is part of the address. */
export function FindBox({ label, hint }: { label: string; hint: string }) {
  const { place, go } = useReading();
  const id = useId();
  return (
    <search className="ws-filter">
      <label>
        {label}
        <span className="ws-quiet" id={id}>
          {hint}
        </span>
        <input
          type="search"
          aria-describedby={id}
          value={place.q ?? ''}
          onChange={({ target }) => go({ ...place, q: target.value }, { replace: true })}
        />
      </label>
    </search>
  );
}
