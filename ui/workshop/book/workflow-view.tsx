import type { ReactNode } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { ArrowTable } from './arrow-table.tsx';
import { ProofsNote } from './proofs.tsx';
import { StateTable } from './state-table.tsx';

/** One workflow: picture and tables, which say the same. */
export function WorkflowView({
  machine,
  drawing,
  walked,
}: {
  machine: DescribedMachine;
  drawing: ReactNode;
  /** Part about the paths of a test run, where there may be one. */
  walked?: ReactNode;
}) {
  const { t, locale, hrefOf } = useReading();
  const { title, summary } = machineWords(machine, locale);
  return (
    <article>
      <p>
        <a href={hrefOf({})}>{t('workflow.all')}</a>
      </p>
      <h1>{title}</h1>
      <p className="ws-intro">{summary}</p>
      <p className="ws-quiet">
        {t('workflow.technicalName')}: <code>{machine.name}</code>
      </p>
      <h2 id="drawing">{t('workflow.drawing')}</h2>
      {drawing}
      {walked}
      <h2 id="states">{t('workflow.states')}</h2>
      <StateTable machine={machine} />
      <h2 id="arrows">{t('workflow.arrows')}</h2>
      <ProofsNote machine={machine.name} />
      <ArrowTable machine={machine} arrows={machine.arrows} />
    </article>
  );
}
