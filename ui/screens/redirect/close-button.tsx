import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/kit/button.tsx';

/** Time within which a browser closes a window, if it does. */
const CLOSES_WITHIN_MS = 400;

/** Closes this window. A browser closes only windows that a page has opened; otherwise the button says so. */
export function CloseButton({ variant }: { variant?: 'primary' | 'secondary' }) {
  const { t } = useTranslation('redirect');
  const [stays, setStays] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        icon="close"
        onClick={() => {
          window.close();
          setTimeout(() => setStays(true), CLOSES_WITHIN_MS);
        }}
      >
        {t('close.button')}
      </Button>
      <span role="status" className={stays ? undefined : 'kern-sr-only'}>
        {stays && t('close.byHand')}
      </span>
    </>
  );
}
