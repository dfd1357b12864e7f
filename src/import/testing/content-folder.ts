import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEMONSTRATION = join(import.meta.dirname, '../../../content');

/**
 * A content folder as an administration starts with it: the demonstration content without anything about its places,
 * that is without forms, authorities and responsibilities. Any table of places fits it.
 * @param services how many of the demonstration services it contains
 */
export function plainContent(services = 3): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'content-'));
  for (const name of ['pages', 'topics', 'search', 'places', 'themes', 'data-protection.json']) {
    const from = join(DEMONSTRATION, name);
    if (existsSync(from)) cpSync(from, join(dir, name), { recursive: true });
  }
  const slugs = readdirSync(join(DEMONSTRATION, 'services')).slice(0, services);
  for (const slug of slugs) {
    const to = join(dir, 'services', slug);
    cpSync(join(DEMONSTRATION, 'services', slug), to, { recursive: true });
    for (const form of ['metadata.json', 'form.json', 'form.en.json'])
      rmSync(join(to, form), { force: true });
    const { responsibility: _, ...service } = JSON.parse(readFileSync(join(to, 'service.json'), 'utf8'));
    const plain = { ...service, lifeSituations: [], related: [], onlineLinks: [], responsibilities: [] };
    writeFileSync(join(to, 'service.json'), JSON.stringify(plain));
  }
  writeFileSync(join(dir, 'home.json'), JSON.stringify({ frequent: slugs }));
  return { dir, remove: () => rmSync(dir, { recursive: true }) };
}
