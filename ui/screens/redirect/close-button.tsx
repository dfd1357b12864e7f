import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/kit/button.tsx';

/** A browser that closes a window has done so by then. */
const CLOSES_WITHIN_MS = 400;

/** Closes this window; a browser closes only windows opened by a page, so the person is told when it does not. */
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
