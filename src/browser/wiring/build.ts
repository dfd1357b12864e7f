import { type AnyActorRef, fromCallback, fromPromise, waitFor } from 'xstate';
import { buildMachine } from '#machines/build/build.machine.ts';
import { selectIsStuck } from '#machines/build/build.selectors.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { onLostChunk } from './lost-chunks.ts';

/** Longest wait for a page that is never idle. */
const BUSY_MS = 10_000;
const reloadKey = (path: string) => `serviceportal.reload ${path}`;

/** Id of the build that this page was made of (`<meta name="build">`); null on the server and in development. */
export const ownBuild = (): string | null =>
  (typeof document !== 'undefined' &&
    document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content) ||
  null;

/** Resolves once no input would be lost, rejects if some would; `moved` reports progress while it waits. */
export type SecureInput = (signal: AbortSignal, moved: () => void) => Promise<void>;

export const wireBuild = (secureInput: SecureInput) =>
  buildMachine.provide({
    actors: {
      awaitIdle: fromPromise<void, undefined>(
        () =>
          new Promise((resolve) => {
            if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: BUSY_MS });
            else setTimeout(resolve, BUSY_MS / 5);
          }),
      ),
      fetchLatest: fromPromise<string, undefined>(({ signal }) => latestBuild(signal)),
      watchTab: fromCallback<{ type: 'never' }, undefined>(({ sendBack }) => {
        const report = () => {
          if (document.visibilityState === 'visible') sendBack({ type: 'tab.returned', at: Date.now() });
        };
        document.addEventListener('visibilitychange', report);
        return () => document.removeEventListener('visibilitychange', report);
      }),
      recallReload: fromPromise<number | null, { path: string }>(async ({ input }) => {
        const at = sessionStorage.getItem(reloadKey(input.path));
        return at === null ? null : Number(at);
      }),
      secureInput: fromPromise<void, { progress: AnyActorRef }>(async ({ input: { progress }, signal }) => {
        await secureInput(signal, () => progress.send({ type: 'input.moved' }));
        // Without the server, the browser's own error page would replace this one.
        await latestBuild(signal);
      }),
      reloadPage: fromPromise<void, { path: string; at: number }>(async ({ input: { path, at } }) => {
        sessionStorage.setItem(reloadKey(path), String(at));
        location.reload();
      }),
    },
  });

/** Requests the newest build (spec section 7, framework calls). */
async function latestBuild(signal: AbortSignal): Promise<string> {
  const response = await fetch(`/builds/latest.json?${Date.now()}`, { signal, cache: 'no-store' });
  const answer: unknown = await response.json();
  if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string') {
    return answer.id;
  }
  throw new Error('builds/latest.json has no id');
}

/**
 * Reports scripts that cannot be loaded to the portal.
 * @returns the function that stops it
 */
export const reportLostChunks = (portal: Portal): (() => void) =>
  onLostChunk((giveUp) => {
    const { build } = portal.getSnapshot().children;
    if (!build) return giveUp();
    build.send({ type: 'chunk.lost', path: location.pathname });
    waitFor(build, selectIsStuck).then(giveUp, giveUp);
  });
