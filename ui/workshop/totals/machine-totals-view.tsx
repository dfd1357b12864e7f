import type { MachineTotals } from '#contract/workshop.ts';
import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { machineWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import { Scroll } from '../scroll.tsx';
import { StateName } from '../state-name.tsx';
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
      <Scroll label={`${words.title}: ${t('workflow.states')}`}>
        <table className="ws-narrow">
          <thead>
            <tr>
              <th scope="col">{t('table.state')}</th>
              <th scope="col">{t('totals.now')}</th>
              <th scope="col">{t('totals.stays')}</th>
              <th scope="col">{t('totals.average')}</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </Scroll>
      <h3>{t('workflow.arrows')}</h3>
      <ArrowTotals machine={machine} totals={totals} />
    </section>
  );
}
