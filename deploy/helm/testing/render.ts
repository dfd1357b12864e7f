import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { evaluate, type Scope, text } from './expression.ts';
import { type Part, parseTemplate } from './template.ts';

/** Values of a chart: those of `values.yaml`, or those that an installation puts in their place. */
export type Values = { [name: string]: unknown };

/**
 * Renders a chart as `helm template` does, and returns its manifests.
 * @param folder of the chart
 * @param release the name of the installation
 * @param values those that differ from the chart's own
 * @throws Error for anything in a template that is not in the small subset that the chart keeps to
 */
export function renderChart(folder: string, release: string, values: Values = {}): unknown[] {
  const chart = parse(readFileSync(path.join(folder, 'Chart.yaml'), 'utf8'));
  const own = parse(readFileSync(path.join(folder, 'values.yaml'), 'utf8'));
  const top = {
    Values: merged(own, values),
    Chart: { AppVersion: chart.appVersion },
    Release: { Name: release, Service: 'Helm' },
  };
  const files = globSync('templates/*', { cwd: folder }).sort();
  const templates = files.map((file) => parseTemplate(readFileSync(path.join(folder, file), 'utf8')));
  const pieces = new Map(
    templates.flat().flatMap((part) => (part.kind === 'define' ? [[part.name, part.body] as const] : [])),
  );
  const include = (name: string, dot: unknown): string => {
    const body = pieces.get(name);
    if (!body) throw new Error(`not defined: ${name}`);
    return rendered(body, { dot, top: dot, variables: {}, include });
  };
  return templates
    .map((parts) => rendered(parts, { dot: top, top, variables: {}, include }))
    .flatMap((document) => parseAllDocuments(document))
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS() as unknown;
    })
    .filter((manifest) => manifest !== null);
}

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns values with others in their place: maps are merged, everything else is replaced. */
export const merged = (own: Values, other: Values): Values => ({
  ...own,
  ...Object.fromEntries(
    Object.entries(other).map(([name, value]) => {
      const before = own[name];
      return [name, isMap(before) && isMap(value) ? merged(before, value) : value];
    }),
  ),
});

const rendered = (parts: readonly Part[], scope: Scope): string =>
  parts.map((part) => renderedPart(part, scope)).join('');

function renderedPart(part: Part, scope: Scope): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'define':
      return '';
    case 'value':
      return text(evaluate(part.expression, scope));
    case 'range':
      return loop(part, scope);
    default: {
      const value = evaluate(part.expression, scope);
      if (!isTrue(value)) return rendered(part.otherwise, scope);
      return rendered(part.then, part.kind === 'with' ? { ...scope, dot: value } : scope);
    }
  }
}

function loop({ expression, names, each }: Part & { kind: 'range' }, scope: Scope): string {
  const value = evaluate(expression, scope);
  const entries = isMap(value)
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    : (value as unknown[]).map((item, index) => [index, item] as const);
  const [key = '', item = ''] = names;
  return entries
    .map(([at, of]) => {
      const variables = names.length > 0 ? { ...scope.variables, [key]: at, [item]: of } : scope.variables;
      return rendered(each, { ...scope, dot: of, variables });
    })
    .join('');
}

/** As Go has it: what is empty is false. */
const isTrue = (value: unknown): boolean =>
  Boolean(value) && (typeof value !== 'object' || Object.keys(value as object).length > 0);
