import type { ReactNode } from 'react';
import { useWorkshop } from '../workshop-context.ts';
import type { PlayerAction } from './player.ts';

/** The nearest moves of one workflow before and after the present moment; null where there is none. */
export type Leaps = { name: string; back: number | null; forth: number | null };

/** Steps back and forth, of all workflows and of the chosen one, and a slider over all of them. */
export function PlayerSteps({
  count,
  position,
  act,
  leaps,
  children,
}: {
  count: number;
  position: number;
  act: (action: PlayerAction) => void;
  leaps?: Leaps | undefined;
  /** Buttons before the others. */
  children?: ReactNode;
}) {
  const { t } = useWorkshop();
  const step = (by: number) => act({ type: 'stepped', by });
  const leap = (to: number | null) => {
    if (to !== null) act({ type: 'moved', to });
  };
  return (
    <div className="ws-tools">
      {children}
      <button type="button" aria-disabled={position === 0} onClick={() => step(-1)}>
        {t('live.back')}
      </button>
      <button type="button" aria-disabled={position === count} onClick={() => step(1)}>
        {t('live.forth')}
      </button>
      {leaps && (
        <>
          <button type="button" aria-disabled={leaps.back === null} onClick={() => leap(leaps.back)}>
            {t('live.backIn', { name: leaps.name })}
          </button>
          <button type="button" aria-disabled={leaps.forth === null} onClick={() => leap(leaps.forth)}>
            {t('live.forthIn', { name: leaps.name })}
          </button>
        </>
      )}
      <label className="ws-slider">
        <span>{t('live.position', { position, count })}</span>
        <input
          type="range"
          min={0}
          max={count}
          value={position}
          onChange={({ target }) => act({ type: 'moved', to: Number(target.value) })}
        />
      </label>
    </div>
  );
}
