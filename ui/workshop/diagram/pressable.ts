import type { DiagramProps, Selection } from './diagram-props.ts';

/** Properties that make a part of a drawing a button, in a drawing with choices. */
export function pressable(
  { onSelect, selected, focused }: DiagramProps,
  id: string,
  selection: Selection,
  label: string,
) {
  if (!onSelect) return {};
  return {
    role: 'button',
    tabIndex: focused === id ? 0 : -1,
    'data-part': id,
    'aria-label': label,
    'aria-pressed': isSame(selected ?? null, selection),
    onClick: () => onSelect(selection),
  };
}

/** Whether the chosen part is this one, or an arrow of it. */
export function isSame(selected: Selection | null, other: Selection): boolean {
  if (selected === null) return false;
  if ('state' in selected) return 'state' in other && other.state === selected.state;
  return 'arrows' in other && other.arrows.some((id) => selected.arrows.includes(id));
}
