import { readConfig } from '#server/config.ts';
import { startServer } from '#server/server.ts';
import type { Days } from './portal.ts';

/** The server with a clock that can be set ahead, so that tests can cover weeks. */
let ahead = 0;

const service = await startServer(readConfig(process.env), { now: () => new Date(Date.now() + ahead) });
process.on('message', ({ days }: Days) => {
  ahead += days * 24 * 3_600_000;
  process.send?.({ type: 'clock.set' });
});
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
process.send?.({ type: 'listening', address: service.address });
