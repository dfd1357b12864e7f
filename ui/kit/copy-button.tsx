import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

/**
 * Copies a text, e.g. the ticket number, and confirms it for three seconds.
 * @param label names what is copied, e.g. "Vorgangsnummer kopieren"
 * @param onCopied called when it is in the clipboard
 */
export function CopyButton({
  text,
  label,
  onCopied,
}: {
  text: string;
  label: string;
  onCopied?: () => void;
}) {
  const { t } = useTranslation('kit');
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 3000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setOutcome('copied');
        onCopied?.();
      },
      () => setOutcome('failed'),
    );
  return (
    <span className="sp-copy">
      <Button variant="secondary" icon={outcome === 'copied' ? 'check' : 'copy'} onClick={copy}>
        {label}
      </Button>
      <span role="status" className="sp-copy__outcome">
        {outcome && t(`copy.${outcome}`)}
      </span>
    </span>
  );
}
