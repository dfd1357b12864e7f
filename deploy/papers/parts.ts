import { execFileSync } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../..');

const licence = z.union([
  z.object({ license: z.object({ id: z.string() }) }).transform(({ license }) => license.id),
  z.object({ license: z.object({ name: z.string() }) }).transform(({ license }) => license.name),
  z.object({ expression: z.string() }).transform(({ expression }) => expression),
]);
const document = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({ name: z.string(), version: z.string(), licenses: z.array(licence).default([]) }),
  ),
});

/** A library that the product ships; its licence as its makers name it, null where they name none. */
export type Part = { name: string; version: string; licence: string | null };

/** How npm marks what developers alone need. */
const OF_DEVELOPERS = 'cdx:npm:package:development';
const whole = z.looseObject({
  components: z.array(
    z.looseObject({ 'bom-ref': z.string(), properties: z.array(z.object({ name: z.string() })).default([]) }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

/**
 * Returns the SBOM of what is shipped (CycloneDX 1.5, JSON), as npm makes it from the lock, offline. `npm sbom
 * --omit=dev` is not used: it leaves out each library that one of developers needs as well, such as React.
 */
export function sbom(): string {
  const all = execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const { components, dependencies, ...rest } = whole.parse(JSON.parse(all));
  const isOthers = ({ properties }: (typeof components)[number]) =>
    properties.some(({ name }) => name === OF_DEVELOPERS);
  const left = new Set(components.filter(isOthers).map((it) => it['bom-ref']));
  const shipped = {
    ...rest,
    components: components.filter((it) => !isOthers(it)),
    dependencies: dependencies
      .filter(({ ref }) => !left.has(ref))
      .map((it) => ({ ...it, dependsOn: it.dependsOn.filter((ref) => !left.has(ref)) })),
  };
  return `${JSON.stringify(shipped, null, 2)}\n`;
}

/** Reads the libraries in an SBOM. @throws ZodError when it is none of CycloneDX */
export const partsOf = (text: string): Part[] =>
  document
    .parse(JSON.parse(text))
    .components.map(({ name, version, licenses: [first = null, ...others] }) => ({
      name,
      version,
      licence: others.length === 0 ? first : [first, ...others].join(' AND '),
    }));
