import type { RunFile } from '../junit.ts';
import { duration, Table } from './parts.tsx';

/** Every file of tests: failed ones first, then the longest. */
export function FilesTable({ files }: { files: readonly RunFile[] }) {
  const sorted = files.toSorted((a, b) => b.failed - a.failed || b.seconds - a.seconds);
  return (
    <Table caption="Files of tests" head={['File', 'Tests', 'Failed', 'Skipped', 'Duration']}>
      {sorted.map(({ file, tests, failed, skipped, seconds }) => (
        <tr key={file} {...(failed > 0 && { 'data-bad': '' })}>
          <th scope="row">{file}</th>
          <td>{tests}</td>
          <td className={failed > 0 ? 'partial' : ''}>{failed}</td>
          <td>{skipped}</td>
          <td>{duration(seconds * 1_000)}</td>
        </tr>
      ))}
    </Table>
  );
}
