import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { type Portal, type PortalOptions, startPortal } from '../http/portal.ts';
import type { makeProbeContent } from '../http/probe-content.ts';
import { isPlanning } from '../paths/browser-plans.ts';
import { closeWindows, openChromium } from './chromium.ts';

/** The place of a walk: a browser, and a portal with its partners. */
export type Stage = { browser: Browser; portal: Portal };

export type StageOptions = {
  content?: (() => ReturnType<typeof makeProbeContent>) | undefined;
  portal?: PortalOptions | undefined;
};

/** A stage for all tests of a file, or of one machine. @returns a function that gives it once the tests run */
export function provideStage(options: StageOptions = {}): () => Stage {
  let stage: Stage;
  let content: Awaited<ReturnType<typeof makeProbeContent>> | undefined;
  if (isPlanning()) return () => stage;

  beforeAll(async () => {
    content = await options.content?.();
    const [browser, portal] = await Promise.all([
      openChromium(),
      startPortal({
        ...(content && { contentDir: content.dir }),
        environment: { LOG_LEVEL: 'fatal' },
        ...options.portal,
      }),
    ]);
    stage = { browser, portal };
  });
  afterAll(async () => {
    await closeWindows();
    await stage?.portal.close();
    await content?.remove();
  });
  return () => stage;
}
