import { parseArgs } from 'node:util';
import '#server/closed-pipe.ts';
import { openFolder } from '#server/content/load/folder.ts';
import { loadTheme, themesIn } from '#server/theme/load-theme.ts';
import { contentFindings } from './content-findings.ts';
import { ContentRefused } from './content-refused.ts';
import { loadContent } from './load.ts';

/** Prints every fault of a content folder, or its contents and findings: `node src/server/content-store/check.ts [folder]`. */
const { positionals } = parseArgs({ allowPositionals: true });
const dir = positionals[0] ?? process.env.CONTENT_DIR ?? 'content';
const started = performance.now();
const folder = openFolder(dir);
const themes = themesIn(folder);
const [theme = process.env.THEME] = themes;
const loaded = loadContent(dir, { theme });
// All themes, not only the one in use.
const faults = [
  ...('faults' in loaded ? loaded.faults : []),
  ...themes.slice(1).flatMap((id) => loadTheme(folder, id).faults),
];
if ('faults' in loaded || faults.length > 0) {
  process.stderr.write(`${new ContentRefused(faults).message}\n${faults.length} faults\n`);
  process.exitCode = 1;
} else {
  const { version, frequent, synonyms, theme: _, ...kinds } = loaded.content;
  const counts = Object.entries(kinds).map(([kind, entries]) => `  ${entries.size} ${kind}`);
  counts.push(`  ${themes.length} themes`);
  const findings = contentFindings(loaded.content);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${[
      `${dir} has no fault (${seconds} s). Version ${version.slice(0, 12)}`,
      ...counts,
      ...findings,
      `${findings.length} findings`,
    ].join('\n')}\n`,
  );
}
