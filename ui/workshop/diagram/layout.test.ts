import Elk from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { type Locale, locales } from '#domain/locale.ts';
import { diagramWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import { foldedAtFirst } from './folding.ts';
import { layoutOf } from './layout.ts';
import type { Layout, PlacedBox, PlacedLine, Rectangle } from './layout-types.ts';

const engine = new Elk.default();

const intersect = (one: Rectangle, other: Rectangle) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const isAround = ({ id }: PlacedBox, end: string) =>
  id === end || end.startsWith(`${id}.`) || end.startsWith(`${id}/`);

/** The places of the texts of a box. */
const textsOf = ({ texts }: PlacedBox): Rectangle[] =>
  texts.map(({ x, y, width }) => ({ x, y: y - 11, width, height: 14 }));

/** Labels that cannot be read, or that hide something else. */
function faultsOf({ boxes, lines, width, height }: Layout): string[] {
  const labels = lines.flatMap((line) => line.labels.map((label) => ({ line, label })));
  return labels.flatMap(({ line, label }, index) => [
    ...labels
      .slice(index + 1)
      .filter(({ label: other }) => intersect(label, other))
      .map((other) => `${label.arrows[0]} is on ${other.label.arrows[0]}`),
    ...boxes
      .filter((box) =>
        isAround(box, line.from) || isAround(box, line.to)
          ? box.isCompound && !box.isFolded && textsOf(box).some((text) => intersect(label, text))
          : intersect(label, box),
      )
      .map(({ id }) => `${label.arrows[0]} is on the box ${id}`),
    ...(label.x < 0 || label.y < 0 || label.x + label.width > width || label.y + label.height > height
      ? [`${label.arrows[0]} is cut off`]
      : []),
  ]);
}

const place = (point: { x: number; y: number } | undefined) => JSON.stringify(point);

/** Fans that are no bundles: lines of a box that begin or end apart, or begin where others end. */
function fansOf({ lines }: Layout): string[] {
  const ends = new Set(lines.map(({ points }) => place(points.at(-1))));
  const from = Map.groupBy(lines, (line) => line.from);
  const to = Map.groupBy(lines, (line) => line.to);
  const apart = (own: readonly PlacedLine[], at: 0 | -1) =>
    own.length > 2 && new Set(own.map(({ points }) => place(points.at(at)))).size > 1;
  return [
    ...[...from].filter(([, own]) => apart(own, 0)).map(([box]) => `lines from ${box} begin apart`),
    ...[...to].filter(([, own]) => apart(own, -1)).map(([box]) => `lines to ${box} end apart`),
    ...lines
      .filter(({ points }) => ends.has(place(points[0])))
      .map(({ id }) => `${id} begins where another ends`),
  ];
}

const drawings = [...workflows.values()].flatMap((machine) =>
  locales.flatMap((locale) =>
    [foldedAtFirst(machine), new Set<string>()]
      .filter((folded, index, all) => index === 0 || all[0]?.size !== folded.size)
      .map((folded): [string, Locale, typeof machine, ReadonlySet<string>] => [
        `${machine.name}, ${folded.size} folded`,
        locale,
        machine,
        folded,
      ]),
  ),
);

describe('the drawing of', () => {
  it.each(drawings)(
    '%s (%s) can be read: nothing is on anything else',
    async (_name, locale, machine, folded) => {
      const layout = await layoutOf(engine, machine, diagramWords(machine, locale), folded);
      expect(faultsOf(layout)).toEqual([]);
      expect(fansOf(layout)).toEqual([]);
      for (const { points } of layout.lines) expect(points.length).toBeGreaterThan(1);
    },
  );
});
