import type { MachineTotals } from '#contract/workshop.ts';
import { movers } from '#domain/journal.ts';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { arrowOf } from '../applications/journal-recording.ts';
import { machineWords } from '../machine-words.ts';
import { StateName } from '../state-name.tsx';
import { Table } from '../table.tsx';
import { useWorkshop } from '../workshop-context.ts';

/** The number of times that each arrow was taken, and by whom: the numbers of the drawing, the most frequent first. */
export function ArrowTotals({ machine, totals }: { machine: DescribedMachine; totals: MachineTotals }) {
  const { t, locale } = useWorkshop();
  const words = machineWords(machine, locale);
  const number = new Intl.NumberFormat(locale);
  const { arrows } = totals;
  if (arrows.length === 0) return <p className="ws-quiet">{t('totals.noArrows')}</p>;
  return (
    <Table
      label={`${words.title}: ${t('workflow.arrows')}`}
      columns={[
        t('table.event'),
        t('table.from'),
        t('table.to'),
        t('table.rule'),
        t('totals.taken'),
        t('applications.by'),
      ]}
    >
      {arrows.map(({ event, from, to, rule, count, by }) => {
        const arrow = arrowOf({ machine: totals.machine, event, from, to, rule, refused: false });
        return (
          <tr key={`${event} ${from} ${to} ${rule}`}>
            <th scope="row">
              {event === null ? t('applications.begun') : arrow ? words.event(arrow) : event}
            </th>
            <td>{from !== null && <StateName machine={machine} path={from} />}</td>
            <td>
              <StateName machine={machine} path={to} />
            </td>
            <td className="ws-rule">{rule}</td>
            <td>{number.format(count)}</td>
            <td>
              {movers
                .filter((mover) => by[mover] > 0)
                .map((mover) => `${t(`applications.mover.${mover}`)}: ${number.format(by[mover])}`)
                .join(', ')}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
