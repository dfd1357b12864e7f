import type { RunReport } from '../gather.ts';
import { Table } from './parts.tsx';

/** The rules that paths have passed in any layer. */
function rulesPassed({ walked }: RunReport): (rule: string) => boolean {
  const missing = walked.flatMap(({ coverage }) => coverage.rules ?? []).map((one) => one.missing);
  return (rule) => missing.length > 0 && !missing.every((names) => names.includes(rule));
}

/** Every part of the specification with what proves it, and whether it did. */
export function RequirementsTable({ report }: { report: RunReport }) {
  const files = new Map(report.files.map((file) => [file.file, file]));
  const isPassed = rulesPassed(report);
  return (
    <Table
      caption="Requirements: the sections of the specification, and what proves them"
      head={['Section', 'Requirement', 'Rules passed', 'Test files passed', 'Failed or not run']}
    >
      {report.requirements.map(({ section, title, rules, tests }) => {
        const ran = tests.map((test) => [test, files.get(test)] as const);
        const open = ran.filter(([, file]) => !file || file.failed > 0).map(([test]) => test);
        return (
          <tr key={`${section} ${title}`} {...(open.length > 0 && { 'data-bad': '' })}>
            <td>{section}</td>
            <th scope="row">{title}</th>
            <td>{rules.length > 0 ? `${rules.filter(isPassed).length}/${rules.length}` : '–'}</td>
            <td>
              {tests.length - open.length}/{tests.length}
            </td>
            <td>{open.join(', ')}</td>
          </tr>
        );
      })}
    </Table>
  );
}
