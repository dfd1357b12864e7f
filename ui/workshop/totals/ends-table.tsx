import { workflows } from '../machines.ts';
import type { Totals } from '../operators/workshop-api.ts';
import { StateName } from '../state-name.tsx';
import { Table } from '../table.tsx';
import { useWorkshop } from '../workshop-context.ts';

/** The states in which drafts have ended: people stop there. */
export function EndsTable({ ends }: { ends: Totals['ends'] }) {
  const { t, locale } = useWorkshop();
  const machine = workflows.get('process');
  const number = new Intl.NumberFormat(locale);
  if (ends.length === 0) return <p>{t('totals.noEnds')}</p>;
  return (
    <Table
      label={t('totals.ends')}
      className="ws-narrow"
      columns={[t('table.state'), t('totals.deleted'), t('totals.expired')]}
    >
      {ends.map(({ state, deleted, expired }) => (
        <tr key={state}>
          <th scope="row">{machine ? <StateName machine={machine} path={state} /> : state}</th>
          <td>{number.format(deleted)}</td>
          <td>{number.format(expired)}</td>
        </tr>
      ))}
    </Table>
  );
}
