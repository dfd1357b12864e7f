import { type RefObject, useEffect } from 'react';
import { partName } from '../part-address.ts';
import type { Selection } from './diagram-props.ts';
import type { Layout } from './layout-types.ts';
import { bringIntoView } from './use-follow.ts';

/** Brings the chosen part into view, when it is chosen elsewhere than in the drawing and when the drawing is laid out anew. */
export function useShown(
  area: RefObject<HTMLElement | null>,
  layout: Layout | null,
  selected: Selection | null,
): void {
  const name = selected === null ? null : partName(selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the part
  useEffect(() => {
    const element = area.current;
    if (!element || layout === null || selected === null) return;
    const shown = element.querySelector(
      'state' in selected ? `[data-part="${CSS.escape(selected.state)}"]` : '.dg-label--selected',
    );
    if (shown) bringIntoView(element, shown);
  }, [area, layout, name]);
}
