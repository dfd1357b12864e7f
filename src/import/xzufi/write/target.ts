import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ImportRefused } from '../../refused.ts';

/** Name of the list of files that an earlier import wrote. It is hidden, so it is not part of the content. */
export const MANIFEST = '.xzufi-import.json';
const FORM_FILES = ['metadata.json', 'form.json', 'form.en.json', 'form.en.missing.json'];

const names = z.record(z.string(), z.string().regex(/^[a-z0-9-]+$/));
const manifestSchema = z.strictObject({
  /** LeiKa id to slug. */
  services: names,
  /** Key of the organisational unit to id. */
  authorities: names,
});
export type Manifest = z.output<typeof manifestSchema>;

/** Editors' additions to an imported service; an import keeps them. */
const additionsSchema = z.object({
  leiKaId: z.string().catch(''),
  topics: z.array(z.string()).catch([]),
  lifeSituations: z.array(z.string()).catch([]),
  related: z.array(z.string()).catch([]),
});
export type Additions = z.output<typeof additionsSchema>;
const noAdditions: Additions = { leiKaId: '', topics: [], lifeSituations: [], related: [] };

/** The place where an authority receives applications; configured by hand, kept by an import. */
const recipientSchema = z.object({
  responsibleDataProcessingUnitId: z.string().optional().catch(undefined),
  destinationId: z.string().optional().catch(undefined),
  paymentEndPointId: z.string().optional().catch(undefined),
});

/** A content folder as it is before an import. */
export type Target = {
  dir: string;
  manifest: Manifest;
  /** LeiKa ids of services written by hand, to their slugs. */
  ownServices: Map<string, string>;
  additions(slug: string): Additions;
  recipient(id: string): z.output<typeof recipientSchema>;
  hasForm(slug: string): boolean;
  /** Normalised German and English titles and ids of the topics, to their ids. */
  topics: Map<string, string>;
  lifeSituations: Set<string>;
};

/** @throws ImportRefused when the list of earlier imports cannot be read */
export function openTarget(dir: string): Target {
  const manifest = manifestOf(dir);
  const imported = new Set(Object.values(manifest.services));
  const service = (slug: string) =>
    additionsSchema.safeParse(json(join(dir, 'services', slug, 'service.json')));
  const own = namesIn(dir, 'services').filter((slug) => !imported.has(slug));
  return {
    dir,
    manifest,
    ownServices: new Map(own.map((slug) => [service(slug).data?.leiKaId ?? '', slug])),
    additions: (slug) => service(slug).data ?? noAdditions,
    recipient: (id) => recipientSchema.safeParse(json(join(dir, 'authorities', `${id}.json`))).data ?? {},
    hasForm: (slug) => FORM_FILES.some((file) => existsSync(join(dir, 'services', slug, file))),
    topics: topicsOf(dir),
    lifeSituations: new Set(namesIn(dir, 'life-situations').map((file) => file.replace(/\.json$/, ''))),
  };
}

export const namesIn = (dir: string, folder: string): string[] =>
  existsSync(join(dir, folder))
    ? readdirSync(join(dir, folder))
        .filter((name) => !name.startsWith('.'))
        .sort()
    : [];

export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function topicsOf(dir: string): Map<string, string> {
  const title = z.object({ title: z.record(z.string(), z.string()) });
  const topics = new Map<string, string>();
  for (const file of namesIn(dir, 'topics')) {
    const id = file.replace(/\.json$/, '');
    const titles = Object.values(title.safeParse(json(join(dir, 'topics', file))).data?.title ?? {});
    for (const name of [id, ...titles]) topics.set(folded(name), id);
  }
  return topics;
}

function manifestOf(dir: string): Manifest {
  const file = join(dir, MANIFEST);
  if (!existsSync(file)) return { services: {}, authorities: {} };
  const read = manifestSchema.safeParse(json(file));
  if (!read.success) throw new ImportRefused([`${file} is damaged: it lists what was imported before`]);
  return read.data;
}

/** The value of a file; undefined when it is missing or not JSON (the check of the content reports that). */
function json(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
