import type { Locale } from '#domain/locale.ts';
import type { DescribedMachine, DescribedState } from '#machines/drawing/describe.ts';
import { machineWords } from '../machine-words.ts';
import { childrenIn } from './children-in.ts';

/** Mermaid ends a text at a colon or semicolon and takes `#`, `<` and quotes for its own. */
const plain = (text: string): string => text.replace(/[:;#<>"{}[\]]/g, ' ').trim();

/** Letters and underscores only, and never a keyword of Mermaid (`end`, `state`). */
const idOf = (path: string): string => `s_${path.replaceAll('.', '_')}`;

/**
 * A workflow as a Mermaid `stateDiagram-v2` in the words of the reader, for documents that draw it. Mermaid has no sign for
 * arrows that lead from anywhere in a workflow; they are not in it.
 */
export function mermaidOf(machine: DescribedMachine, locale: Locale): string {
  const { states, arrows } = machine;
  const words = machineWords(machine, locale);
  const begin = (initial: string | null) => (initial === null ? [] : [`[*] --> ${idOf(initial)}`]);
  const boxLines = (state: DescribedState): string[] => {
    const id = idOf(state.path);
    const head = `state "${plain(words.state(state.path))}" as ${id}`;
    const inside = childrenIn(states, state.path).map(boxLines);
    if (inside.length === 0) return [head, ...(state.kind === 'final' ? [`${id} --> [*]`] : [])];
    const beside = inside.flatMap((part, index) => (index === 0 ? part : ['--', ...part]));
    const content = state.kind === 'parallel' ? beside : [...begin(state.initial), ...inside.flat()];
    return [head, `state ${id} {`, ...content.map((line) => `  ${line}`), '}'];
  };
  const drawn = arrows.filter(({ from, to }) => from !== '' && to.length > 0);
  const lines = drawn.flatMap((arrow) =>
    arrow.to.map((target) => {
      const said = [words.event(arrow), words.guard(arrow), arrow.rule].filter((text) => text !== null);
      return `${idOf(arrow.from)} --> ${idOf(target)} : ${plain(said.join(', '))}`;
    }),
  );
  const [root] = states;
  const body = [...begin(root?.initial ?? null), ...childrenIn(states, '').flatMap(boxLines), ...lines];
  return ['stateDiagram-v2', ...body.map((line) => `  ${line}`), ''].join('\n');
}
