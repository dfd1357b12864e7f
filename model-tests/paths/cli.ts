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

/** Flows are walked by the short plan, status machines by the thorough one. */
const lines = withSubject(values.machine ?? '', (subject) => {
  const short = () => plan(subject, { goal: everyArrow, refusals: 'state' });
  const thorough = () => plan(subject, { goal: everyEdge });
  const find = ({ tours, refusals }: ReturnType<typeof short>) =>
    [...tours, ...refusals].filter(({ id }) => id === values.path).slice(0, 1);
  const chosen = () => (values.short ? short() : thorough())[values.refusals ? 'refusals' : 'tours'];
  const named = () => {
    const found = find(short());
    return found.length > 0 ? found : find(thorough());
  };
  const paths = values.path === undefined ? chosen() : named();
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
