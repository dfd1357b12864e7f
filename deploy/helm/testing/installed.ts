import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Manifest, manifest } from './manifests.ts';
import { renderChart, type Values } from './render.ts';

/** The folder of the project. */
export const root = path.resolve(import.meta.dirname, '../../..');
/** The folder of the chart. */
export const chart = path.join(root, 'deploy/helm/serviceportal');

/** Returns the text of a file of the project. */
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Values of an installation with everything that can be chosen. */
export const everything = {
  host: 'portal.land.example',
  image: { digest: `sha256:${'a1'.repeat(32)}`, pullSecrets: ['registry'] },
  replicas: 3,
  settings: { PAYMENT_URL: 'https://pay.example', SMTP_TLS: 'required' },
  secret: { files: { PAYMENT_CLIENT_SECRET_FILE: 'payment' } },
  content: { claim: 'content' },
  trail: { claim: 'trail' },
  stop: { delaySeconds: 20, seconds: 45 },
  ingress: { className: 'haproxy', annotations: { a: 'b' }, operators: { annotations: { c: 'd' } } },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
} satisfies Values;

/** Installations that differ in what there is, each with what it is. */
export const kinds: [string, Values][] = [
  ['as it comes', {}],
  ['with everything', everything],
  ['with nothing that can be left out', { ingress: { enabled: false }, networkPolicy: { enabled: false } }],
];

/** Manifests of one kind. */
export type OfKind<K extends Manifest['kind']> = Extract<Manifest, { kind: K }>;

/**
 * Returns what the chart makes of values: all of it, that of one kind, and the two that run the image.
 * @throws ZodError for a field that its kind does not have, or of another type
 */
export function installed(values?: Values) {
  const manifests = renderChart(chart, 'portal', values).map((it) => manifest.parse(it));
  const all = <K extends Manifest['kind']>(kind: K) =>
    manifests.filter((it): it is OfKind<K> => it.kind === kind);
  const [deployment] = all('Deployment');
  const [job] = all('Job');
  return { manifests, all, deployment: deployment!, job: job! };
}
