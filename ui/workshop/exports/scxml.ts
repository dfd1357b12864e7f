import type { DescribedArrow, DescribedMachine, DescribedState } from '#machines/drawing/describe.ts';
import { childrenIn } from './children-in.ts';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const attributes = (values: Record<string, string | null>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escaped(value)}"`))
    .join('');

/** The event of an arrow as SCXML names it; null for one that is taken without an event. */
function eventOf({ cause, from }: DescribedArrow): string | null {
  switch (cause.kind) {
    case 'event':
      return cause.name;
    case 'any':
      return '*';
    case 'always':
      return null;
    case 'final':
      return `done.state.${from}`;
    case 'after':
      return `after.${cause.name}`;
    case 'done':
      return `done.invoke.${cause.name}`;
    case 'failed':
      return `error.${cause.name}`;
    case 'changed':
      return `changed.${cause.name}`;
  }
}

/**
 * A workflow as SCXML (https://www.w3.org/TR/scxml), as other tools for state machines read it: states, events and targets
 * as they are drawn; conditions, actions and calls by their names, because what they do is code. An action stands as a
 * `log` with its name.
 */
export function scxmlOf({ name, states, arrows }: DescribedMachine): string {
  const transition = (arrow: DescribedArrow): string => {
    const { guard, to, actions } = arrow;
    const cond = guard === 'otherwise' ? null : guard;
    const inside = actions.map((action) => `<log${attributes({ label: action })}/>`).join('');
    const target = to.length === 0 ? null : to.join(' ');
    const type = to.length > 0 && !arrow.anew ? 'internal' : null;
    const head = `<transition${attributes({ event: eventOf(arrow), cond, target, type })}`;
    return inside === '' ? `${head}/>` : `${head}>${inside}</transition>`;
  };
  const contentOf = ({ path, calls }: DescribedState): string[] => [
    ...calls.map((call) => `<invoke${attributes({ id: call, src: call })}/>`),
    ...arrows.filter(({ from, isIgnored }) => from === path && !isIgnored).map(transition),
    ...childrenIn(states, path).flatMap(stateLines),
  ];
  const stateLines = (state: DescribedState): string[] => {
    const tag = state.kind === 'parallel' ? 'parallel' : state.kind === 'final' ? 'final' : 'state';
    const head = `${tag}${attributes({ id: state.path, initial: state.initial })}`;
    const content = contentOf(state);
    return content.length === 0
      ? [`<${head}/>`]
      : [`<${head}>`, ...content.map((line) => `  ${line}`), `</${tag}>`];
  };
  const [root] = states;
  // The document itself has no arrows: a state around all others has those of the workflow.
  const isWrapped = root?.kind === 'parallel' || arrows.some(({ from }) => from === '');
  const content = root ? contentOf(root) : [];
  const tag = root?.kind === 'parallel' ? 'parallel' : 'state';
  const inner = attributes({ id: name, initial: root?.initial ?? null });
  const lines = isWrapped
    ? [`<${tag}${inner}>`, ...content.map((line) => `  ${line}`), `</${tag}>`]
    : content;
  const initial = isWrapped ? name : (root?.initial ?? null);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<scxml${attributes({ xmlns: 'http://www.w3.org/2005/07/scxml', version: '1.0', name, initial })}>`,
    ...lines.map((line) => `  ${line}`),
    '</scxml>',
    '',
  ].join('\n');
}
