import type { ReactNode } from 'react';
import { useWorkshop } from '../workshop-context.ts';
import type { PlayerAction } from './player.ts';

/** Steps back and forth, and a slider over all of them. */
export function PlayerSteps({
  count,
  position,
  act,
  children,
}: {
  count: number;
  position: number;
  act: (action: PlayerAction) => void;
  /** Buttons before the others. */
  children?: ReactNode;
}) {
  const { t } = useWorkshop();
  const step = (by: number) => act({ type: 'stepped', by });
  return (
    <div className="ws-tools">
      {children}
      <button type="button" aria-disabled={position === 0} onClick={() => step(-1)}>
        {t('live.back')}
      </button>
      <button type="button" aria-disabled={position === count} onClick={() => step(1)}>
        {t('live.forth')}
      </button>
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
