import { workflows } from '../machines.ts';
import type { Totals } from '../operators/workshop-api.ts';
import { Scroll } from '../scroll.tsx';
import { StateName } from '../state-name.tsx';
import { useWorkshop } from '../workshop-context.ts';

/** The states in which drafts have ended: people stop there. */
export function EndsTable({ ends }: { ends: Totals['ends'] }) {
  const { t, locale } = useWorkshop();
  const machine = workflows.get('process');
  const number = new Intl.NumberFormat(locale);
  if (ends.length === 0) return <p>{t('totals.noEnds')}</p>;
  return (
    <Scroll label={t('totals.ends')}>
      <table className="ws-narrow">
        <thead>
          <tr>
            <th scope="col">{t('table.state')}</th>
            <th scope="col">{t('totals.deleted')}</th>
            <th scope="col">{t('totals.expired')}</th>
          </tr>
        </thead>
        <tbody>
          {ends.map(({ state, deleted, expired }) => (
            <tr key={state}>
              <th scope="row">{machine ? <StateName machine={machine} path={state} /> : state}</th>
              <td>{number.format(deleted)}</td>
              <td>{number.format(expired)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
