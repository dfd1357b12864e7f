import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import type { WindowsContext } from '#machines/windows/windows.types.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { type WindowsStep, windowsSubject } from '../flows/windows.subject.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import { arrowsOf } from '../paths/arrows.ts';
import { explore } from '../paths/graph.ts';
import type { Path } from '../paths/path.ts';
import type { Subject } from '../paths/subject.ts';
import { tourArrows } from '../paths/tour.ts';
import { walk } from '../paths/walk.ts';
import { launchChromium } from './chromium.ts';
import { WindowsWalker } from './windows-walker.ts';

/** Where a person can type, only what they type can be refused; nobody comes back to a window that is busy. */
const comesAt: Partial<Record<WindowsStep['type'], RegExp>> = {
  'application.shown': /^idle/,
  'application.left': /^open\.editing/,
  'write.refused': /asking|editing|unsure/,
};
const subject: Subject<WindowsStep, WindowsContext, undefined> = {
  ...windowsSubject,
  events: (view) => windowsSubject.events(view).filter(({ type }) => comesAt[type]?.test(view.state) ?? true),
};

const all = arrowsOf(windowsMachine).map(({ id }) => id);
const open = new Set(all);
const graphs = subject.starts.map((start) => explore(subject, start));
const paths = graphs.flatMap((graph) => tourArrows('windows', graph, open, 12));

let stage: { browser: Browser; portal: Portal };
let content: Awaited<ReturnType<typeof makeProbeContent>>;

beforeAll(async () => {
  await buildWhenChanged();
  content = await makeProbeContent({});
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

it('leads a person with two windows through every arrow', async () => {
  expect([...open], 'arrows that no path was found for').toEqual([]);
  const walked = new Set(graphs.flatMap(({ entry }) => entry.map(({ id }) => id)));
  const walkOne = async (path: Path<WindowsStep>) => {
    const walker = new WindowsWalker(stage);
    try {
      await walker.begin();
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
  for (const path of paths) await walkOne(path);
  const missing = all.filter((id) => !walked.has(id));
  console.log(`windows: ${walked.size}/${all.length} transitions in Chromium on ${paths.length} paths`);
  expect(missing).toEqual([]);
}, 300_000);
