import type { EmbeddedContext } from '#machines/embedded/embedded.types.ts';
import { type EmbeddedStep, embeddedSubject } from '../flows/embedded.subject.ts';
import { type Edge, explore, type Graph, type Node } from '../paths/graph.ts';
import type { Subject, View } from '../paths/subject.ts';

type EmbeddedEdge = Edge<EmbeddedStep>;
type EmbeddedNode = Node<EmbeddedStep>;

/** True if an event can occur while the frame is part of a page. */
function isPossible(event: EmbeddedStep, { state, context }: View<EmbeddedContext>): boolean {
  const { type } = event;
  const isCurrent = 'isCurrent' in event && event.isCurrent;
  const fromSummary = context.returnsToSummary;
  if (state.includes('present.waiting'))
    return type === 'page.chosen' ? fromSummary : !/^frame\.(?!shown)/.test(type);
  const isAtSummary = state.includes('frame.away') && state.includes('leaving.complete');
  const isReady = state.includes('present.ready');
  // One question at a time: saving.test.ts shows a change while another one is written.
  if (type === 'frame.progressed' || type === 'frame.completed') return context.isTaken;
  if (type === 'content.saved') return isCurrent;
  // Another window takes the form when something is to be taken over here.
  if (type === 'editing.gained') return isReady && !context.isTaken && state.includes('leaving.staying');
  if (type === 'session.renewed') return isReady;
  if (type === 'page.chosen') return fromSummary && isAtSummary;
  // While the address does not name a page of the form yet, a link to the start leads nowhere.
  if (type === 'frame.removed') return isReady;
  // From the summary, people reach the form by one of its pages.
  if (type === 'frame.shown') return !isAtSummary;
  return true;
}

/** The machine by itself; `inThePage` adds the automatic actions of the page around it. */
export const pageSubject: Subject<
  EmbeddedStep,
  EmbeddedContext,
  (typeof embeddedSubject.starts)[0]['input']
> = {
  ...embeddedSubject,
  starts: embeddedSubject.starts.filter(({ input }) => input.saveAtOnce !== true),
  events: (view) =>
    embeddedSubject
      .events(view)
      .filter((event) => isPossible(event, view))
      .filter((event) => event.type !== 'page.chosen' || event.page !== null),
};

const discards = new Set([
  'frame.away frame.shown',
  'frame.lost retry.requested',
  'frame.refused retry.requested',
  'leaving.complete page.chosen',
  'leaving.complete page.requested',
]);

/** The graph of a frame in a page: a new frame follows a used one, another screen removes it. */
function inThePage(graph: Graph<EmbeddedStep>): Graph<EmbeddedStep> {
  const after = (node: EmbeddedNode, type: EmbeddedStep['type']): EmbeddedNode =>
    node.edges.find(({ event }) => event.type === type)?.to ?? node;
  const connecting = after(graph.root, 'frame.shown');
  const left = new Map<EmbeddedEdge, EmbeddedNode>();
  for (const edge of graph.nodes.flatMap(({ edges }) => edges)) {
    const { event, from, to, arrows } = edge;
    const taken = arrows.map(({ id }) => id);
    const isShown = from.state.includes('frame.present');
    const hasEnded =
      event.type === 'content.lost' ||
      taken.includes('frame.outdated retry.requested') ||
      // The case belongs to the session that has opened it.
      event.type === 'session.renewed';
    if (hasEnded) left.set(edge, { ...to, edges: [] });
    else if (taken.some((id) => discards.has(id))) left.set(edge, connecting);
    else if (isShown && to.state.includes('leaving.complete')) left.set(edge, after(to, 'frame.removed'));
    else if (taken.includes('leaving.staying frame.cancelled#2')) left.set(edge, after(to, 'frame.removed'));
    else if (event.type === 'page.requested' && !isShown) left.set(edge, connecting);
    else if (event.type === 'page.chosen') left.set(edge, after(to, 'frame.shown'));
  }
  for (const [edge, to] of left) edge.to = to;
  return graph;
}

export const pageGraphs = (): Graph<EmbeddedStep>[] =>
  pageSubject.starts.map((start) => inThePage(explore(pageSubject, start)));
