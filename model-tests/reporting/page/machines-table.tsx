import { coverageKinds } from '#contract/walked-parts.ts';
import type { Walked } from '../sum.ts';
import { Share, Table } from './parts.tsx';

/** Coverage of every machine, layer by layer. */
export function MachinesTable({ walked }: { walked: readonly Walked[] }) {
  return (
    <Table caption="Coverage by workflow and layer" head={['Workflow', 'Layer', 'Paths', ...coverageKinds]}>
      {walked.map(({ machine, layer, coverage, pathCount }) => (
        <tr
          key={`${machine} ${layer}`}
          {...(Object.values(coverage).some(({ missing }) => missing.length > 0) && { 'data-bad': '' })}
        >
          <th scope="row">
            <a href={`pages/${machine}.html`}>{machine}</a>
          </th>
          <td>{layer}</td>
          <td>{pathCount}</td>
          {coverageKinds.map((kind) => (
            <td key={kind}>
              <Share of={coverage[kind]} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
