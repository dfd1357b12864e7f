import { selectLimits } from '#machines/session/session.selectors.ts';
import { span } from './format.ts';
import { useLocale, useSession } from './portal-context.tsx';

/** The length of a session here, in words: without use (`idle`), and at most (`most`). Empty before it is known. */
export function useSessionSpans(): { idle: string; most: string } {
  const locale = useLocale();
  const limits = useSession(selectLimits);
  return {
    idle: limits ? span(limits.idleMinutes, locale) : '',
    most: limits ? span(limits.absoluteMinutes, locale) : '',
  };
}
