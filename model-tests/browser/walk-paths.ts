import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { EventObject } from 'xstate';
import { type Locale, locales } from '#domain/locale.ts';
import { arrowsOf } from '#machines/drawing/arrows.ts';
import { isPlanning, writeBrowserPlan } from '../paths/browser-plans.ts';
import { type Edge, explore, type Graph } from '../paths/graph.ts';
import { testFileOf } from '../paths/layers.ts';
import { Ledger } from '../paths/ledger.ts';
import { lockFaults } from '../paths/lock.ts';
import { type Path, type Step, toPath } from '../paths/path.ts';
import { PathLog } from '../paths/path-log.ts';
import type { Subject } from '../paths/subject.ts';
import { tourArrows, tourGraph } from '../paths/tour.ts';
import { type Executor, walk } from '../paths/walk.ts';
import { SeenStates } from './seen-states.ts';
import type { Visitor } from './visitor.ts';
import { provideStage, type Stage, type StageOptions } from './walk-stage.ts';

export type { Stage };

/** A person who walks one path. */
export type PathWalker<E extends EventObject, State extends string> = {
  /** @param locale in which the person reads the first page */
  begin(locale: Locale): Promise<void>;
  /** The person who walks the path. */
  readonly visitor: Visitor;
  /** The page that the path is on, where the machine has several with the same states. */
  readonly pageName?: string;
  executor(): Executor<E, State>;
  /** Saves the screen of a failed path. @param name of the file, without its ending */
  keep(name: string): Promise<void>;
  end(): Promise<void>;
};

export type PathWalk<E extends EventObject, State extends string, Context, Input> = StageOptions & {
  subject: Subject<E, Context, Input>;
  /** The reachable configurations. Without them, the subject is explored. */
  graphs?: readonly Graph<E>[];
  /** Steps of a path at most. */
  longest: number;
  /** Goals to reach at least once, if they are more than every arrow. */
  goal?: (edge: Edge<E>) => string;
  /** Arrows that no path of this subject takes, in the order of the drawing: the tests that walk them. */
  elsewhere?: Readonly<Record<string, string>>;
  /** The region whose states the graphs name, where the machine is parallel. */
  region?: string;
  /** Shared with the other machines of the file; otherwise the machine has its own. */
  stage?: () => Stage;
  /** @param lane how many others walk at the same time, counted from 0 */
  walker: (stage: Stage, path: Path<E>, lane: number) => PathWalker<E, State>;
  /** Paths that are walked at the same time. */
  lanes?: number;
  /** Paths that are walked when no other is. */
  isAlone?: (path: Path<E>) => boolean;
  timeLimitMs: number;
};

const folder = resolve(import.meta.dirname, '../report/paths');

/** @returns the file for a picture of where a path failed */
export const pictureOf = (name: string): string => join(folder, `${name}.png`);

/**
 * Defines the test that leads a person through every arrow of a machine in Chromium, on generated paths.
 * `PATH_ID` chooses one of them.
 */
export function walkPaths<E extends EventObject, State extends string, Context, Input>(
  title: string,
  { subject, longest, goal, timeLimitMs, ...how }: PathWalk<E, State, Context, Input>,
): void {
  const all = arrowsOf(subject.machine).map(({ id }) => id);
  const open = new Set(all);
  const graphs = how.graphs ?? subject.starts.map((start) => explore(subject, start));
  const paths = graphs.flatMap((graph) =>
    goal ? tourGraph(subject.name, graph, goal, longest) : tourArrows(subject.name, graph, open, longest),
  );
  // Both answers of each guard are demanded of the machine itself.
  const { region, elsewhere = {} } = how;
  const ledger = new Ledger(subject.machine.id, subject.machine, [], { outcomes: [], region, elsewhere });
  const inFull = (state: string) => (region === undefined ? state : `${region}.${state}`);
  const named = (step: Step<E>): Step<E> => ({ ...step, from: inFull(step.from), to: inFull(step.to) });
  const shown = (path: Path<E>): Path<E> => ({ ...path, steps: path.steps.map(named) });
  const planned = [...restingPaths(), ...paths];
  if (isPlanning()) {
    it(title, () => writeBrowserPlan(subject.machine.id, planned.map(shown)));
    return;
  }
  const log = new PathLog(subject, 'browser', testFileOf(subject.machine.id, 'browser'));
  const states = new SeenStates(subject.machine.id);
  const walked = new Set<string>();
  const failures: string[] = [];
  const stage = how.stage ?? provideStage(how);

  /** @param isProof true if the path is walked as a proof; false if only for pictures in the other language */
  async function walkOne(
    path: Path<E>,
    lane: number,
    locale = localeOf(path),
    isProof = true,
  ): Promise<void> {
    const walker = how.walker(stage(), path, lane);
    const graph = graphs.find(({ start }) => start === path.start)!;
    const note = (arrows: readonly { id: string }[]) => {
      for (const { id } of arrows) walked.add(id);
    };
    const findings: string[] = [];
    const look = async (state: string) => {
      findings.push(...(await states.look(state, walker.visitor, walker.pageName)));
    };
    try {
      await walker.begin(locale);
      if (path.steps.length === 0) {
        await walker.executor().states[graph.root.state as State]();
        await look(inFull(graph.root.state));
      }
      note(graph.entry);
      const record = async (...[start, step, previous]: Parameters<Ledger['record']>) => {
        note(step.arrows);
        ledger.record(start, named(step as Step<E>), previous);
        await look(inFull(step.to));
      };
      ledger.recordEntry(graph);
      const take = () => walk(subject, path, walker.executor(), { record }, 'browser');
      await (isProof ? log.follow(shown(path), take, () => findings) : take());
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      await mkdir(folder, { recursive: true });
      await walker.keep(path.id).catch(() => undefined);
    }
    failures.push(...findings.map((finding) => `Path ${path.id}: ${finding}`));
    await walker.end().catch((error: Error) => {
      failures.push(`Path ${path.id} left something behind: ${error.message}`);
    });
  }

  /** Shows states in the other language that were seen in one language only. */
  async function seeTheRest(paths: readonly Path<E>[]): Promise<void> {
    for (const path of paths) {
      const locale = locales.find((it) => it !== localeOf(path))!;
      const last = path.steps.findLastIndex(({ to }) => states.isMissing(inFull(to), locale));
      if (last >= 0) await walkOne({ ...path, steps: path.steps.slice(0, last + 1) }, 0, locale, false);
    }
  }

  /** Starts without a path that are entered by arrows of their own. */
  function restingPaths(): Path<E>[] {
    const entered = new Set(
      graphs.filter(({ start }) => paths.some((path) => path.start === start)).flatMap(entryOf),
    );
    return graphs.flatMap((graph) => {
      const own = entryOf(graph).filter((id) => !entered.has(id));
      for (const id of own) entered.add(id);
      return own.length > 0 ? [toPath(subject.name, graph.start, [])] : [];
    });
  }

  const { PATH_ID, PATH_MACHINE = subject.machine.id } = process.env;
  // Another machine of this file is asked for.
  if (PATH_MACHINE !== subject.machine.id) return;
  it(
    title,
    async () => {
      const chosen = planned.filter(({ id }) => (PATH_ID ?? id) === id);
      const isAlone = how.isAlone ?? (() => false);
      const waiting = chosen.filter((path) => !isAlone(path));
      const walkAll = async (lane: number) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await walkOne(next, lane);
      };
      await Promise.all(Array.from({ length: how.lanes ?? 1 }, (_, lane) => walkAll(lane)));
      for (const path of chosen.filter(isAlone)) await walkOne(path, 0);
      if (failures.length === 0) await seeTheRest(chosen);
      const steps = chosen.reduce((sum, path) => sum + path.steps.length, 0);
      console.log(
        `${subject.machine.id}: ${walked.size}/${all.length} transitions in Chromium on ${chosen.length} paths of ${steps} steps`,
      );
      if (PATH_ID === undefined) log.write(ledger, states.pictures);
      expect(chosen, `no path ${PATH_ID}`).not.toEqual([]);
      if (failures.length > 0) expect.fail(failures.join('\n\n'));
      if (PATH_ID === undefined) {
        expect(all.filter((id) => !walked.has(id))).toEqual(Object.keys(elsewhere));
        expect(lockFaults(subject.machine.id, 'browser', { tour: planned })).toEqual([]);
      }
      const places = Object.values(elsewhere);
      expect(places.filter((place) => !existsSync(resolve(import.meta.dirname, '../..', place)))).toEqual([]);
    },
    timeLimitMs,
  );
}

/** Half of the paths in each language, and a path always in the same one. */
const localeOf = ({ id }: { id: string }): Locale => locales[Number.parseInt(id, 16) % locales.length]!;

const entryOf = <E extends EventObject>({ entry }: Graph<E>): string[] => entry.map(({ id }) => id);
