import { Scroll } from '../scroll.tsx';
import { useWorkshop } from '../workshop-context.ts';

/** Shows what an actor remembers, in the build that tells it; nothing in any other. */
export function ShownContext({
  actor,
  at,
}: {
  actor: string;
  /** Moment that is shown, milliseconds since 1970; null for the present. */
  at: number | null;
}) {
  const { t, contextOf } = useWorkshop();
  const text = contextOf?.(actor, at) ?? null;
  if (text === null) return null;
  return (
    <details className="ws-legend">
      <summary>{t('live.context')}</summary>
      <p className="ws-quiet">{t('live.contextNote')}</p>
      <Scroll label={t('live.context')} className="ws-context">
        <pre>{text}</pre>
      </Scroll>
    </details>
  );
}
