import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { UploadContext, UploadInput } from '#machines/upload/upload.types.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { type UploadStep, uploadSubject } from '../flows/upload.subject.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import { arrowsOf } from '../paths/arrows.ts';
import { type Edge, explore } from '../paths/graph.ts';
import type { Path } from '../paths/path.ts';
import type { Subject } from '../paths/subject.ts';
import { tourGraph } from '../paths/tour.ts';
import { walk } from '../paths/walk.ts';
import { launchChromium } from './chromium.ts';
import { pagesWithFiles, UploadWalker } from './upload-walker.ts';

/** The server answers once it has the file, not before; it is asked as time passes. */
const subject: Subject<UploadStep, UploadContext, UploadInput> = {
  ...uploadSubject,
  events: (view) =>
    uploadSubject
      .events(view)
      .filter(({ type }) => !type.startsWith('xstate') || /checking$|^quarantined/.test(view.state)),
};

/** Every arrow, and the removal from every state. */
const goal = ({ event, from, arrows }: Edge<UploadStep>): string =>
  event.type === 'removal.requested' ? `${from.state} removed` : arrows.map(({ id }) => id).join(' ');

const all = new Set(arrowsOf(uploadMachine).map(({ id }) => id));
const graphs = subject.starts.map((start) => explore(subject, start));
const paths = graphs.flatMap((graph) => tourGraph('upload', graph, goal, 12));

let stage: { browser: Browser; portal: Portal };
let content: Awaited<ReturnType<typeof makeProbeContent>>;

beforeAll(async () => {
  await buildWhenChanged();
  content = await makeProbeContent({}, () => ({}), pagesWithFiles);
  const [browser, portal] = await Promise.all([
    launchChromium(),
    startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } }),
  ]);
  stage = { browser, portal };
});
afterAll(async () => {
  await stage?.browser.close();
  await stage?.portal.close();
  await content?.remove();
});

it('leads a person through every arrow of a file', async () => {
  const walked = new Set(graphs.flatMap(({ entry }) => entry.map(({ id }) => id)));
  const walkOne = async (path: Path<UploadStep>) => {
    const walker = new UploadWalker(stage, path.steps);
    try {
      await walker.begin(path.start);
      await walk(subject, path, walker.executor(), {
        record: (_, { arrows }) => {
          for (const { id } of arrows) walked.add(id);
        },
      });
    } catch (error) {
      await walker.keep(path.id);
      throw error;
    } finally {
      await walker.end();
    }
  };
  for (const path of paths) {
    if (process.env.PATH_ID === undefined || process.env.PATH_ID === path.id) await walkOne(path);
  }
  const missing = [...all].filter((id) => !walked.has(id));
  console.log(`upload: ${walked.size}/${all.size} transitions in Chromium on ${paths.length} paths`);
  if (process.env.PATH_ID === undefined) expect(missing).toEqual([]);
}, 240_000);
