import { machineWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import type { Totals } from '../operators/workshop-api.ts';
import { useWorkshop } from '../workshop-context.ts';

/** Where people stop: the states in which drafts have ended. */
export function EndsTable({ ends }: { ends: Totals['ends'] }) {
  const { t, locale } = useWorkshop();
  const machine = workflows.get('process');
  const number = new Intl.NumberFormat(locale);
  if (ends.length === 0) return <p>{t('totals.noEnds')}</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the page that scrolls
    <div
      className="ws-scroll"
      role="region"
      aria-label={t('totals.ends')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
    >
      <table>
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
              <th scope="row">{machine ? machineWords(machine, locale).state(state) : state}</th>
              <td>{number.format(deleted)}</td>
              <td>{number.format(expired)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
