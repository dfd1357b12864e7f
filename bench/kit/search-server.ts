import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import type { ContentListener } from '#server/content-store/content-store.ts';
import { loadContent } from '#server/content-store/load.ts';
import { searchRoutes } from '#server/http/routes/search.ts';
import { withGeneratedServices } from './generated-services.ts';

/**
 * The real route and search over generated content, without the rest of the server. Argument: number of services. On
 * the message `rebuild` it loads the content again while it answers.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Memory in use, in MB; the process has more than that from the operating system. */
const memory = () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};

const contentDir = path.resolve(import.meta.dirname, '../../content');
const loaded = loadContent(contentDir);
if ('faults' in loaded) throw new Error('the content has faults: npm run check:content');
const content = withGeneratedServices(loaded.content, Number(process.argv[2]));
const app = Fastify();
const contentListeners = new Set<ContentListener>();
const contentMemory = memory();

const began = performance.now();
await searchRoutes(app, {
  content: () => content,
  contentListeners,
  log: app.log,
});
const buildMs = performance.now() - began;
const peakMemory = process.resourceUsage().maxRSS / 1024;

process.on('message', async () => {
  const again = performance.now();
  const takeOvers = await Promise.all([...contentListeners].map((prepare) => prepare(content)));
  for (const takeOver of takeOvers) takeOver();
  process.send?.({ rebuildMs: performance.now() - again });
});
// No client is left.
process.once('disconnect', () => process.exit());
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url, buildMs, contentMemory, peakMemory, indexMemory: memory() - contentMemory });
