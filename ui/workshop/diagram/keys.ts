import type { Part } from './parts.ts';

/** Action of a key in a drawing. */
export type KeyAct =
  | { do: 'zoomIn' | 'zoomOut' | 'fit' | 'fitAll' | 'unselect' }
  | { do: 'move'; to: Part }
  | { do: 'select' | 'fold'; part: Part };

/** Position after each key, among `count` parts, from `index`. */
const moves: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowDown: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * The action of a key; null for any other. Without a part in focus, arrow keys scroll.
 * @param id of the part in focus
 */
export function actOfKey(key: string, parts: readonly Part[], id: string | null): KeyAct | null {
  if (key === '+') return { do: 'zoomIn' };
  if (key === '-') return { do: 'zoomOut' };
  if (key === '0') return { do: 'fit' };
  if (key === '9') return { do: 'fitAll' };
  const index = parts.findIndex((part) => part.id === id);
  const part = parts[index];
  if (!part) return null;
  const move = moves[key];
  if (move) {
    const to = parts[move(index, parts.length)];
    return to ? { do: 'move', to } : null;
  }
  if (key === 'Enter' || key === ' ') return { do: 'select', part };
  if (key === 'Escape') return { do: 'unselect' };
  return key === 'f' ? { do: 'fold', part } : null;
}
