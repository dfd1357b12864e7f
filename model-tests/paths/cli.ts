import { parseArgs } from 'node:util';
import { subjectNames, withSubject } from '../subjects/index.ts';
import { describePath } from './path.ts';
import { everyArrow, everyEdge, plan } from './tour.ts';

const usage = `node model-tests/paths/cli.ts list --machine <${subjectNames.join('|')}> [options]

  --path <id>  only this path, also when it is a refusal
  --short      every arrow once from every start instead of every event in every configuration
  --refusals   the events that must be refused instead of the tours
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    machine: { type: 'string' },
    path: { type: 'string' },
    short: { type: 'boolean', default: false },
    refusals: { type: 'boolean', default: false },
  },
});

const lines = withSubject(values.machine ?? '', (subject) => {
  const planned = (goal: typeof everyArrow) => plan(subject, { goal });
  const { tours, refusals } = planned(values.short ? everyArrow : everyEdge);
  const all = [...planned(everyArrow).tours, ...tours, ...refusals];
  const named = all.find(({ id }) => id === values.path);
  const listed = values.refusals ? refusals : tours;
  const paths = values.path === undefined ? listed : named ? [named] : [];
  return paths.flatMap((path) => [...describePath(subject, path), '']);
});

if (positionals[0] !== 'list' || lines === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else if (lines.length === 0) {
  process.stderr.write(`No path ${values.path ?? ''} of ${values.machine}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${lines.join('\n')}\n`);
}
