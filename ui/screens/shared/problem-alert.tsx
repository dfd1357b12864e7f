import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/kit/problem.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { helpsSupport } from './helps-support.ts';
import { useLocale } from './portal-context.tsx';
import { problemText } from './problem-text.ts';

/**
 * Says in words what did not work; the number for support is in small print, where something failed. If the pressed
 * button has since disappeared, the focus would be lost, perhaps screens away: it moves here.
 * @param title what was being done, e.g. the catalogue's "error in payment"
 * @param safe what is safe and what to do
 * @param takeFocus the pressed button is still there, but this may be out of sight: the focus moves here as well
 */
export function ProblemAlert({
  problem,
  title,
  safe,
  takeFocus = false,
}: {
  problem: Problem | null;
  title?: string;
  safe?: ReactNode;
  takeFocus?: boolean;
}) {
  const { t } = useTranslation(['errors', 'common']);
  const locale = useLocale();
  const box = useFocus<HTMLDivElement>(problem, !takeFocus);
  if (!problem) return null;
  const text = problemText(problem, t, locale);
  const isPaused = problem.sentence !== undefined;
  const heading = isPaused ? t('common:paused') : (title ?? text);
  return (
    <Alert ref={box} tone={isPaused ? 'warning' : 'danger'} live="assertive" title={heading}>
      {heading !== text && <p>{text}</p>}
      {safe !== undefined && <p>{safe}</p>}
      {!isPaused && problem.requestId !== undefined && helpsSupport(problem.code) && (
        <p className="sp-muted">{t('support', { id: problem.requestId })}</p>
      )}
    </Alert>
  );
}
