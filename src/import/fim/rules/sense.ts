import { type Condition, holds, worldsOf } from './condition.ts';
import { Slip } from './prose/scanner.ts';

/**
 * A condition that holds for some answers and not for others.
 * @throws Slip where it always or never holds, as `<> 001 ODER <> 002` does
 */
export function sensible(condition: Condition): void {
  if (condition.is === 'always') return;
  const worlds = worldsOf([condition]);
  if (!worlds) throw new Slip('its condition names too many answers');
  if (worlds.every((world) => holds(condition, world))) throw new Slip('its condition always holds');
  if (!worlds.some((world) => holds(condition, world))) throw new Slip('its condition never holds');
}
