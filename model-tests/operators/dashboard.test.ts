import { expect, it } from 'vitest';
import { createMetrics } from '#server/monitoring/metrics.ts';
import { sourceOf } from '../house/imports.ts';

/** The example dashboard shows the metrics that there are, and all of ours. */
type Panel = {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
};
const { panels } = JSON.parse(sourceOf('docs/dashboard.json')) as { panels: Panel[] };
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const named = (prefix: RegExp) => new Set(shown.flatMap((expr) => expr.match(prefix) ?? []));

/** Metrics of the portal by the table for operators, which a test compares with a server. */
const told = Array.from(
  sourceOf('docs/monitoring.md').matchAll(/^\| (`portal_.+?`) \|/gm),
  ([, names]) => names!,
)
  .flatMap((names) => names.match(/portal_\w+/g)!)
  .sort();

it('all metrics of the portal are shown, and no others', () => {
  const names = [...named(/portal_\w+/g)].map((name) => name.replace(/_(count|bucket|sum)$/, ''));
  expect([...new Set(names)].sort()).toEqual(told);
});

it('those of Node are such as a process has', async () => {
  const { text } = await createMetrics().text();
  const others = [...named(/\b(?:nodejs|process)_\w+/g)];
  expect(others).toHaveLength(2);
  for (const name of others) expect(text).toContain(`# TYPE ${name} `);
});

it('no panel covers another one, and each has a name', () => {
  const fields = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(fields).size).toBe(fields.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
});
