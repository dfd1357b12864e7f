import type { MachineTotals } from '#contract/workshop.ts';
import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { machineWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import { StateName } from '../state-name.tsx';
import { Table } from '../table.tsx';
import { useWorkshop } from '../workshop-context.ts';
import { ArrowTotals } from './arrow-totals.tsx';
import { spanText } from './span-text.ts';
import { totalsWeights } from './totals-weights.ts';

/** The numbers of one workflow on its drawing, and as a table. */
export function MachineTotalsView({ totals, isDrawn }: { totals: MachineTotals; isDrawn: boolean }) {
  const { t, locale, hrefOf, place } = useWorkshop();
  const machine = workflows.get(totals.machine);
  if (!machine) return null;
  const words = machineWords(machine, locale);
  const number = new Intl.NumberFormat(locale);
  return (
    <section>
      <h2>{words.title}</h2>
      {isDrawn ? (
        <DiagramViewer machine={machine} weights={totalsWeights(machine, totals, locale)} />
      ) : (
        <p>
          <a href={hrefOf({ ...place, section: 'totals', workflow: machine.name })}>
            {t('totals.draw', { title: words.title })}
          </a>
        </p>
      )}
      <h3>{t('workflow.states')}</h3>
      <Table
        label={`${words.title}: ${t('workflow.states')}`}
        className="ws-narrow"
        columns={[t('table.state'), t('totals.now'), t('totals.stays'), t('totals.average')]}
      >
        {totals.states.map(({ state, now, stays, averageSeconds }) => (
          <tr key={state}>
            <th scope="row">
              <StateName machine={machine} path={state} />
            </th>
            <td>{number.format(now)}</td>
            <td>{number.format(stays)}</td>
            <td>{averageSeconds === null ? t('totals.unknown') : spanText(averageSeconds, locale)}</td>
          </tr>
        ))}
      </Table>
      <h3>{t('workflow.arrows')}</h3>
      <ArrowTotals machine={machine} totals={totals} />
    </section>
  );
}
