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

/** Options of a box with others inside, and of the whole. */
const inside = {
  // Lines from one box share their beginning, those to one box their end: a fan is a trunk with branches.
  'elk.layered.mergeEdges': 'true',
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

/** The drawing as a graph for ELK: every box with its size, every line with one label that holds all its words. */
export function elkGraph(view: View, words: DiagramWords, direction: Direction): ElkNode {
  const nodeOf = (box: ViewBox): ElkNode => {
    if (box.kind === 'initial') return { id: box.id, width: DOT, height: DOT };
    const { width, height } = boxText(box, words);
    const isCompound = box.inside.length > 0 || box.hidden > 0;
    const least = {
      width: width + 2 * PADDING + (isCompound ? FOLD_BUTTON : 0),
      height: height + 2 * PADDING,
    };
    if (box.inside.length === 0) return { id: box.id, ...least };
    const top = height + 2 * PADDING;
    return {
      id: box.id,
      children: box.inside.map(nodeOf),
      layoutOptions: {
        ...inside,
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
    return { id, sources: [from], targets: [to], labels };
  });
  return {
    id: '',
    layoutOptions: { ...optionsOf(direction), ...inside },
    children: view.boxes.map(nodeOf),
    edges,
  };
}
