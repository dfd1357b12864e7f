import { parseArgs } from 'node:util';
import { ContentRefused } from './content-refused.ts';
import { loadContent } from './load.ts';

/** Prints every fault of a content folder, or what is in it: `node src/server/content/check.ts [folder]`. */
const { positionals } = parseArgs({ allowPositionals: true });
const dir = positionals[0] ?? process.env.CONTENT_DIR ?? 'content';
const started = performance.now();
const loaded = loadContent(dir);
if ('faults' in loaded) {
  process.stderr.write(`${new ContentRefused(loaded.faults).message}\n${loaded.faults.length} faults\n`);
  process.exitCode = 1;
} else {
  const { version, frequent, ...kinds } = loaded.content;
  const counts = Object.entries(kinds).map(([kind, entries]) => `  ${entries.size} ${kind}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${[`${dir} has no fault (${seconds} s). Version ${version.slice(0, 12)}`, ...counts].join('\n')}\n`,
  );
}
