import { anywhere, type Box, type Picture } from './pictures.ts';

/** Mermaid ends a text at a colon or semicolon and takes `#`, `<` and quotes for its own. */
const plain = (text: string) => text.replace(/[:;#<>"{}]/g, ' ').trim();

/** Letters and underscores only, and never a keyword of Mermaid (`end`, `state`). */
const idOf = (path: string) => `s_${path.replaceAll('*', 'any').replaceAll('.', '_')}`;
const keyOf = (path: string) => path.split('.').at(-1) ?? '';

/** Many outgoing arrows are drawn below each other: side by side, the picture would be too wide to read. */
const fansOut = (lines: Picture['lines']) =>
  [...Map.groupBy(lines, ({ from }) => from).values()].some((ways) => ways.length > 8);

/** One picture as the text of a Mermaid `stateDiagram-v2`. */
export function mermaidOf({ of, boxes, lines, outside, gathered }: Picture): string {
  const starts = new Set(lines.map(({ from }) => from));
  const anyIn = (path: string) =>
    starts.has(anywhere(path)) ? [`state "in any state here" as ${idOf(anywhere(path))}`] : [];
  const begin = (initial: string | null) => (initial === null ? [] : [`[*] --> ${idOf(initial)}`]);

  const boxLines = ({ state, inside, isClosed }: Box): string[] => {
    const id = idOf(state.path);
    const head = `state "${plain(keyOf(state.path))}${isClosed ? ' …' : ''}" as ${id}`;
    if (inside.length === 0) {
      return [head, ...(state.kind === 'final' ? [`${id} --> [*]`] : [])];
    }
    const parts = inside.map(boxLines);
    const beside = parts.flatMap((part, index) => (index === 0 ? part : ['--', ...part]));
    const content = state.kind === 'parallel' ? beside : parts.flat();
    return [`${head} {`, ...indent([...begin(state.initial), ...anyIn(state.path), ...content]), '}'];
  };

  const dashed = [...outside, ...gathered.keys()].map(idOf);
  const body = [
    `direction ${fansOut(lines) ? 'LR' : 'TB'}`,
    ...begin(of.initial),
    ...anyIn(of.path),
    ...boxes.flatMap(boxLines),
    ...outside.map((path) => `state "${plain(path)}" as ${idOf(path)}`),
    ...[...gathered].map(([end, count]) => `state "${count} states" as ${idOf(end)}`),
    ...lines.map(
      ({ from, to, labels }) => `${idOf(from)} --> ${idOf(to)} : ${labels.map(plain).join('<br/>')}`,
    ),
    ...(dashed.length === 0
      ? []
      : ['classDef outside stroke-dasharray:4', `class ${dashed.join(',')} outside`]),
  ];
  return ['stateDiagram-v2', ...indent(body)].join('\n');
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
