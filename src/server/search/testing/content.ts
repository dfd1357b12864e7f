import { join } from 'node:path';
import type { Content, Synonyms } from '#server/content/types.ts';
import { loadContent } from '#server/content-store/load.ts';

const dir = join(import.meta.dirname, '../../../../content');

/** The demonstration content with its synonyms, for tests. */
export function demonstration(): { content: Content; synonyms: Synonyms } {
  const loaded = loadContent(dir);
  if ('faults' in loaded) throw new Error(`the content has faults: ${JSON.stringify(loaded.faults)}`);
  return { content: loaded.content, synonyms: loaded.content.synonyms };
}
