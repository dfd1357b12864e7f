import type { ELK } from 'elkjs/lib/elk-api.js';
import Elk from 'elkjs/lib/elk-api.js';
import workerAddress from 'elkjs/lib/elk-worker.min.js?url&no-inline';
import type { LayoutEngine } from '#ui/workshop/diagram/layout.ts';

/** Layout engine with ELK in a worker of its own, which starts at the first layout. */
export function layoutWorker(): LayoutEngine {
  let elk: ELK | undefined;
  const start = () => new Elk.default({ workerFactory: () => new Worker(workerAddress) });
  return {
    layout: (graph) => {
      elk ??= start();
      return elk.layout(graph);
    },
  };
}
