import '#server/closed-pipe.ts';
import type { Scenario } from './kit/figures.ts';
import { lineOf, machine } from './kit/report.ts';
import { autosave } from './scenarios/autosave.ts';
import { backup } from './scenarios/backup.ts';
import { browser } from './scenarios/browser.ts';
import { durability } from './scenarios/durability.ts';
import { faults } from './scenarios/faults.ts';
import { frame } from './scenarios/frame.ts';
import { imports } from './scenarios/import.ts';
import { largeForms } from './scenarios/large-forms.ts';
import { memory } from './scenarios/memory.ts';
import { overload } from './scenarios/overload.ts';
import { places } from './scenarios/places.ts';
import { pooler } from './scenarios/pooler.ts';
import { publicPages } from './scenarios/public-pages.ts';
import { rendering } from './scenarios/rendering.ts';
import { restart } from './scenarios/restart.ts';
import { retention } from './scenarios/retention.ts';
import { sealing } from './scenarios/sealing.ts';
import { search } from './scenarios/search.ts';
import { submissions } from './scenarios/submissions.ts';
import { windows } from './scenarios/windows.ts';

/**
 * `npm run bench`: prints every figure of docs/bench.md next to its budget. `npm run bench -- autosave memory`
 * measures only these. A missed budget does not fail the command; a figure that could not be measured does.
 */
const scenarios: Record<string, Scenario> = {
  autosave,
  overload,
  submissions,
  pooler,
  memory,
  durability,
  faults,
  restart,
  backup,
  browser,
  'large-forms': largeForms,
  frame,
  windows,
  search,
  places,
  'public-pages': publicPages,
  rendering,
  import: imports,
  retention,
  sealing,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in scenarios));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(scenarios).join(', ')}.`);
  process.exit(1);
}
const started = performance.now();
const database = process.env.BENCH_DATABASE_URL ? 'PostgreSQL (BENCH_DATABASE_URL)' : 'embedded database';
console.log(`${new Date().toISOString().slice(0, 16)} UTC, ${machine()}, ${database}`);

for (const [name, { title, about, measure }] of Object.entries(scenarios)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n${title} (${name}): ${about}`);
  try {
    for await (const figure of await measure()) console.log(lineOf(figure));
  } catch (error) {
    console.log(`  NOT MEASURED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  }
}
console.log(`\nMeasured in ${Math.round((performance.now() - started) / 1000)} s.`);
// A scenario that failed may have left a stand-in listening.
process.exit();
