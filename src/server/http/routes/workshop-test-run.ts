import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { WALKED_FOLDERS } from '#contract/walked-workflow.ts';
import { TEST_RUN_PATH, type TestRunStanding } from '#contract/workshop-page.ts';
import type { ServerContext } from '#server/context.ts';
import { mayInspect } from '../security/may-inspect.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

/** Folder of the tests: a release has none. */
const tests = path.join(root, 'model-tests');

/** Files of a run by their kind: their folder in the report, and the only names that are read. */
const kinds = {
  workflows: { name: /^[A-Za-z]{1,60}\.json$/, type: 'application/json; charset=utf-8' },
  pictures: { name: /^[\w-]{1,200}\.webp$/, type: 'image/webp' },
} as const;

/** @param folder of the tests */
export function testRunStanding(folder = tests): TestRunStanding {
  if (!existsSync(folder)) return 'notHere';
  return existsSync(path.join(folder, 'report', WALKED_FOLDERS.workflows)) ? 'made' : 'notMade';
}

/**
 * Serves what the last test run has walked (`npm run report` writes it), to those who may open the workshop; "not found"
 * for anybody else, and where there is no such file.
 */
export function workshopTestRunRoutes(app: FastifyInstance, context: ServerContext, folder = tests): void {
  app.get<{ Params: { kind: string; name: string } }>(
    `${TEST_RUN_PATH}/:kind/:name`,
    async (request, reply) => {
      const { kind, name } = request.params;
      const known = Object.hasOwn(kinds, kind) ? (kind as keyof typeof kinds) : null;
      if (known === null || !kinds[known].name.test(name)) return reply.callNotFound();
      if (!(await mayInspect(context, request))) return reply.callNotFound();
      const file = path.join(folder, 'report', WALKED_FOLDERS[known], name);
      const content = await readFile(file).catch(() => null);
      if (content === null) return reply.callNotFound();
      return reply.header('cache-control', 'private, no-cache').type(kinds[known].type).send(content);
    },
  );
}
