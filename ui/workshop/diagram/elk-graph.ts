import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { DiagramWords } from './diagram-words.ts';
import { boxText, lineLabels } from './measure.ts';
import type { View, ViewBox } from './view-types.ts';

/** Space between the border of a box and its texts. */
export const PADDING = 12;
/** Room for the button that folds a box. */
export const FOLD_BUTTON = 26;
const DOT = 12;

export type Direction = 'DOWN' | 'RIGHT';

/** Options of ELK: https://eclipse.dev/elk/reference/options.html */
const optionsOf = (direction: Direction) => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.padding': '[top=20,left=20,bottom=20,right=20]',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.considerModelOrder.strategy': 'PREFER_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '20',
});

const spacing = {
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.labelLabel': '8',
  'elk.spacing.labelNode': '8',
  'elk.spacing.nodeSelfLoop': '12',
  'elk.layered.spacing.nodeNodeBetweenLayers': '24',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

/** Number of lines from a box, or to it, from which they share their beginning or end: a trunk with branches. */
const FAN = 3;

/** The boxes of fans, each with a place that its lines share; one where they begin, another where they end. */
function fansOf(view: View) {
  const fansAt = (end: 'from' | 'to') =>
    new Set(
      [...Map.groupBy(view.lines, (line) => line[end])]
        .filter(([, lines]) => lines.length >= FAN)
        .map(([box]) => box),
    );
  const [from, to] = [fansAt('from'), fansAt('to')];
  const [beginning, end] = [(box: string) => `${box}/out`, (box: string) => `${box}/in`];
  return {
    portsOf: (box: string) =>
      [...(from.has(box) ? [beginning(box)] : []), ...(to.has(box) ? [end(box)] : [])].map((id) => ({ id })),
    beginningOf: (box: string) => (from.has(box) ? beginning(box) : box),
    endOf: (box: string) => (to.has(box) ? end(box) : box),
  };
}

/** The drawing as a graph for ELK: every box with its size, every line with one label that holds all its words. */
export function elkGraph(view: View, words: DiagramWords, direction: Direction): ElkNode {
  const fans = fansOf(view);
  const nodeOf = (box: ViewBox): ElkNode => {
    if (box.kind === 'initial') return { id: box.id, width: DOT, height: DOT };
    const { width, height } = boxText(box, words);
    const isCompound = box.inside.length > 0 || box.hidden > 0;
    const least = {
      width: width + 2 * PADDING + (isCompound ? FOLD_BUTTON : 0),
      height: height + 2 * PADDING,
    };
    const ports = fans.portsOf(box.id);
    if (box.inside.length === 0) return { id: box.id, ports, ...least };
    const top = height + 2 * PADDING;
    return {
      id: box.id,
      ports,
      children: box.inside.map(nodeOf),
      layoutOptions: {
        ...spacing,
        'elk.padding': `[top=${top},left=18,bottom=18,right=18]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${least.width},${least.height})`,
      },
    };
  };
  const edges = view.lines.map(({ id, from, to, arrows }): ElkExtendedEdge => {
    const { width, height } = lineLabels(arrows, words);
    const labels =
      arrows.length === 0
        ? []
        : [
            {
              id: `${id}/label`,
              text: id,
              width,
              height,
              layoutOptions: { 'elk.edgeLabels.inline': 'true' },
            },
          ];
    return { id, sources: [fans.beginningOf(from)], targets: [fans.endOf(to)], labels };
  });
  return {
    id: '',
    layoutOptions: { ...optionsOf(direction), ...spacing },
    children: view.boxes.map(nodeOf),
    edges,
  };
}
