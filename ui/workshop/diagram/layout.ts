import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import type { DiagramWords } from './diagram-words.ts';
import { type Direction, elkGraph, PADDING } from './elk-graph.ts';
import type { Layout, PlacedBox, PlacedLine, PlacedText } from './layout-types.ts';
import { boxText, lineLabels } from './measure.ts';
import { viewOf } from './view.ts';
import type { View, ViewBox } from './view-types.ts';

/** Layout engine with ELK, in a worker of the browser or in Node. */
export type LayoutEngine = { layout: (graph: ElkNode) => Promise<ElkNode> };

/**
 * Places all parts of a drawing.
 * @param folded paths of compound states that are drawn as one box
 * @throws the engine's error for a graph that it cannot lay out
 */
export async function layoutOf(
  engine: LayoutEngine,
  machine: DescribedMachine,
  words: DiagramWords,
  folded: ReadonlySet<string> = new Set(),
): Promise<Layout> {
  const view = viewOf(machine, folded);
  const layIn = (direction: Direction) => engine.layout(elkGraph(view, words, direction));
  const down = await layIn('DOWN');
  const placed = unwieldiness(down) > COMFORTABLE ? easier(down, await layIn('RIGHT')) : down;
  return {
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    boxes: boxesOf(view, placed, words),
    lines: linesOf(view, placed, words),
  };
}

/** Largest extent that fits on a screen at a readable scale. */
const COMFORTABLE = 1300;

/** Measure of the scrolling that a drawing needs: down is easier than sideways. */
const unwieldiness = ({ width = 0, height = 0 }: ElkNode) => Math.max(width, height * 0.8);

const easier = (one: ElkNode, other: ElkNode) => (unwieldiness(other) < unwieldiness(one) ? other : one);

const at = (texts: readonly PlacedText[], x: number, y: number) =>
  texts.map((text) => ({ ...text, x: text.x + x, y: text.y + y }));

function boxesOf(view: View, placed: ElkNode, words: DiagramWords): PlacedBox[] {
  const nodes = new Map(allNodes(placed).map((node) => [node.id, node]));
  const placeAll = (boxes: readonly ViewBox[], depth: number): PlacedBox[] =>
    boxes.flatMap((box) => {
      const { x = 0, y = 0, width = 0, height = 0 } = nodes.get(box.id) ?? {};
      const own: PlacedBox = {
        id: box.id,
        kind: box.kind === 'state' && box.state?.kind === 'final' ? 'final' : box.kind,
        members: box.members,
        x,
        y,
        width,
        height,
        texts: at(boxText(box, words).texts, x + PADDING, y + PADDING),
        isCompound: box.inside.length > 0 || box.hidden > 0,
        isFolded: box.hidden > 0,
        isRegion: box.isRegion,
        depth,
      };
      return [own, ...placeAll(box.inside, depth + 1)];
    });
  return placeAll(view.boxes, 0);
}

const allNodes = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(allNodes)];

function linesOf(view: View, placed: ElkNode, words: DiagramWords): PlacedLine[] {
  const edges = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  return view.lines.map(({ id, from, to, arrows }) => {
    const edge = edges.get(id);
    const { x = 0, y = 0, width = 0 } = edge?.labels?.[0] ?? {};
    const labels = lineLabels(arrows, words).labels.map((label) => {
      const left = x + (width - label.width) / 2;
      return { ...label, x: left, y: y + label.y, texts: at(label.texts, left, y + label.y) };
    });
    return {
      id,
      from,
      to,
      arrows: arrows.map((arrow) => arrow.id),
      points: pointsOf(edge),
      labels,
      isAssumed: arrows.length > 0 && arrows.every(({ source }) => source === 'assumed'),
    };
  });
}

const pointsOf = (edge: ElkExtendedEdge | undefined) =>
  (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
