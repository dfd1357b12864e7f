import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { assumedRules } from '../assumed/assumed-rules.ts';
import { machineWords } from '../machine-words.ts';
import { isStatusMachine, workflows } from '../machines.ts';
import { useReading } from '../reading-context.ts';

/** All workflows, those of the server first; below the heading of the book. */
export function WorkflowList() {
  const { t } = useReading();
  const all = [...workflows.values()];
  return (
    <>
      <p className="ws-intro">{t('book.intro')}</p>
      <h2>{t('book.status')}</h2>
      <Entries machines={all.filter(({ name }) => isStatusMachine(name))} />
      <h2>{t('book.flows')}</h2>
      <Entries machines={all.filter(({ name }) => !isStatusMachine(name))} />
    </>
  );
}

function Entries({ machines }: { machines: readonly DescribedMachine[] }) {
  const { t, locale, hrefOf } = useReading();
  return (
    <ul className="ws-cards">
      {machines.map((machine) => {
        const { title, summary } = machineWords(machine, locale);
        const assumed = assumedRules(machine).length;
        const figures = [
          t('book.statesCount', { count: machine.states.length - 1 }),
          t('book.arrowsCount', { count: machine.arrows.filter(({ isIgnored }) => !isIgnored).length }),
          ...(assumed > 0 ? [t('book.assumedCount', { count: assumed })] : []),
        ];
        return (
          <li key={machine.name}>
            <a href={hrefOf({ workflow: machine.name })}>{title}</a>
            <p>{summary}</p>
            <p className="ws-quiet">{figures.join(' · ')}</p>
          </li>
        );
      })}
    </ul>
  );
}
