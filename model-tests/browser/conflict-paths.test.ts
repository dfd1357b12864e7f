import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { conflictMachine } from '#machines/conflict/conflict.machine.ts';
import type { ConflictContext, ConflictEvent, ConflictInput } from '#machines/conflict/conflict.types.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { conflictSubject, conflictView } from '../flows/conflict.subject.ts';
import { type Ends, internalEvents } from '../flows/internal-events.ts';
import { type Portal, startPortal } from '../http/portal.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import { arrowsOf } from '../paths/arrows.ts';
import { explore } from '../paths/graph.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { tourArrows } from '../paths/tour.ts';
import { walk } from '../paths/walk.ts';
import { launchChromium } from './chromium.ts';
import { type CallEnd, ConflictWalker } from './conflict-walker.ts';

const failure = (...codes: CallEnd[]) => codes.map((code) => ({ code }));
const [name] = conflictView.differences;
/** What the probe compares: one place. */
const town = { ...conflictView, differences: [{ ...name!, key: 'town' }] };

const OTHER_VALUES = 'h2';

/** How the calls can end here; the walker sees to it by the name of the end. */
const ends: Ends<ConflictContext> = {
  loadConflict: ({ locale, conflict, problem }) => ({
    outputs: [
      {
        ...town,
        lang: locale,
        hash: problem?.code === 'version-conflict' ? OTHER_VALUES : (conflict?.hash ?? town.hash),
        end: 'differs' satisfies CallEnd,
      },
      { ...town, lang: locale, differences: [], end: 'nothing' satisfies CallEnd },
    ],
    errors: failure('not-found', 'network'),
  }),
  // Once in a path is enough for the account to change again.
  decideConflict: ({ conflict }) => ({
    outputs: [{ end: 'decided' satisfies CallEnd }],
    errors: failure(
      'not-found',
      'network',
      ...(conflict?.hash === OTHER_VALUES ? [] : (['version-conflict'] as const)),
    ),
  }),
};

const events: readonly ConflictEvent[] = [
  { type: 'choice.made', key: 'town', choice: 'correct' },
  { type: 'choice.made', key: 'town', choice: 'apply' },
  { type: 'decision.confirmed' },
];
const other = ({ locale }: ConflictContext): Locale => (locale === 'de' ? 'en' : 'de');

const subject: Subject<ConflictEvent | InternalEvent, ConflictContext, ConflictInput> = {
  ...conflictSubject,
  events: ({ snapshot, state, context }) => [
    ...events,
    // While a call is held back, the switch would wait for its answer.
    ...(state === 'deciding' ? [{ type: 'locale.changed' as const, locale: other(context) }] : []),
    ...(state === 'unavailable'
      ? [{ type: 'network.restored' as const }, { type: 'retry.requested' as const }]
      : []),
    ...internalEvents(snapshot, ends),
  ],
};

const all = arrowsOf(conflictMachine).map(({ id }) => id);
const open = new Set(all);
const paths = subject.starts.flatMap((start) => tourArrows('conflict', explore(subject, start), open, 9));

let stage: { browser: Browser; portal: Portal };
let content: Awaited<ReturnType<typeof makeProbeContent>>;

beforeAll(async () => {
  await buildWhenChanged();
  content = await makeProbeContent();
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

it('leads a person through every arrow of a data conflict', async () => {
  expect([...open], 'arrows that no path was found for').toEqual([]);
  const walked = new Set<string>();
  for (const path of paths) {
    const walker = new ConflictWalker(stage, path.id);
    try {
      await walker.begin();
      await walk(subject, path, walker.executor(), {
        record: (_, { arrows }) => {
          for (const { id } of arrows) walked.add(id);
        },
      });
    } catch (error) {
      await walker.keep();
      throw error;
    } finally {
      await walker.end();
    }
  }
  const missing = all.filter((id) => !walked.has(id));
  console.log(`conflict: ${walked.size}/${all.length} transitions in Chromium on ${paths.length} paths`);
  expect(missing).toEqual([]);
}, 240_000);
