import type { RunReport } from '../gather.ts';
import { duration, Table } from './parts.tsx';

/** Tests that failed or were unsteady, each with its reason. */
export function Failures({ failures, unsteady }: Pick<RunReport, 'failures' | 'unsteady'>) {
  return (
    <>
      {failures.map(({ file, test, reason }) => (
        <details key={`${file} ${test}`} open>
          <summary>
            <strong className="partial">failed</strong> {file} {test}
          </summary>
          <pre>{reason}</pre>
        </details>
      ))}
      {unsteady.map(({ file, test, reason }) => (
        <details key={`${file} ${test}`}>
          <summary>
            <strong>unsteady</strong> {file} {test}: failed, and passed when it was run again
          </summary>
          <pre>{reason}</pre>
        </details>
      ))}
    </>
  );
}

/** Files that take notably longer than in the kept run. */
const SLOWER = { times: 1.5, seconds: 5 };

/** Differences to the kept run, in sentences. */
export function differences({ before, files }: Pick<RunReport, 'before' | 'files'>): string[] {
  const fresh = files.filter(({ file }) => !(file in before.tests)).map(({ file }) => `new: ${file}`);
  const fewer = files.flatMap(({ file, tests, failed, skipped }) => {
    const [was, is] = [before.tests[file] ?? 0, tests - failed - skipped];
    return is < was ? [`fewer passed tests: ${file}, ${was} before, ${is} now`] : [];
  });
  const slower = files.flatMap(({ file, seconds }) => {
    const was = before.seconds[file];
    if (was === undefined || seconds < was * SLOWER.times || seconds - was < SLOWER.seconds) return [];
    return [`slower: ${file}, ${duration(was * 1_000)} before, ${duration(seconds * 1_000)} now`];
  });
  return [...fewer, ...fresh, ...slower];
}

/** The run beside the kept one. Files that this run left out are not told: most runs leave some out. */
export function Compared({ report }: { report: RunReport }) {
  const found = differences(report);
  if (report.before.on === '') return <p>No run is kept to compare with.</p>;
  return (
    <details open={found.length > 0 && found.length < 20}>
      <summary>
        Compared with the run of {report.before.on}: {found.length} differences
      </summary>
      <ul>
        {found.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

/** The tests that took longest. */
export function Slowest({ slowest }: Pick<RunReport, 'slowest'>) {
  return (
    <Table caption="The slowest tests" head={['Test', 'File', 'Duration']}>
      {slowest.map(({ file, test, ms }) => (
        <tr key={`${file} ${test}`}>
          <th scope="row">{test}</th>
          <td>{file}</td>
          <td>{duration(ms)}</td>
        </tr>
      ))}
    </Table>
  );
}
