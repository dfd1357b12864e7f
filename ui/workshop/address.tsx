import { useState } from 'react';
import type { Place } from './place.ts';
import { useReading } from './reading-context.ts';

/** The address of a place, to be sent to others. */
export function Address({ of }: { of: Place }) {
  const { t, hrefOf } = useReading();
  const [copied, setCopied] = useState('');
  const href = hrefOf(of);
  // Browsers give it to pages of safe origins only.
  const copy =
    'clipboard' in navigator ? () => navigator.clipboard.writeText(new URL(href, location.href).href) : null;
  return (
    <p className="ws-tools">
      <a href={href}>{t('address.link')}</a>
      {copy && (
        <button
          type="button"
          onClick={() =>
            void copy().then(
              () => setCopied(href),
              () => undefined,
            )
          }
        >
          {t('address.copy')}
        </button>
      )}
      <span role="status">{copied === href && t('address.copied')}</span>
    </p>
  );
}
