import type { FormEvent } from 'react';
import { AskedView } from '../operators/asked-view.tsx';
import { useAsked } from '../operators/use-asked.ts';
import { useWorkshop } from '../workshop-context.ts';
import { EndsTable } from './ends-table.tsx';
import { FormTable } from './form-table.tsx';
import { MachineTotalsView } from './machine-totals-view.tsx';

/** All applications together: their numbers and times by state, and the states in which people stop. */
export function TotalsSection() {
  const { t, place, go, api } = useWorkshop();
  const { from, to, workflow = 'process' } = place;
  const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const { asked, again } = useAsked(`${from ?? ''} ${to ?? ''}`, () => api.getTotals({ query }));
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    go({
      ...place,
      section: 'totals',
      workflow,
      from: String(form.get('from') ?? ''),
      to: String(form.get('to') ?? ''),
    });
  };
  return (
    <>
      <h1>{t('totals.heading')}</h1>
      <p className="ws-intro">{t('totals.intro')}</p>
      <AskedView asked={asked} again={again} notFound={t('operators.fault.none')}>
        {(totals) => (
          <>
            <form className="ws-filter" onSubmit={choose}>
              <label>
                {t('totals.from')}
                <input type="date" name="from" defaultValue={totals.from} />
              </label>
              <label>
                {t('totals.to')}
                <input type="date" name="to" defaultValue={totals.to} />
              </label>
              <button type="submit">{t('operators.show')}</button>
            </form>
            <h2>{t('totals.byForm')}</h2>
            <FormTable forms={totals.forms} />
            <h2>{t('totals.ends')}</h2>
            <EndsTable ends={totals.ends} />
            {totals.machines.map((machine) => (
              <MachineTotalsView
                key={machine.machine}
                totals={machine}
                isDrawn={machine.machine === workflow}
              />
            ))}
          </>
        )}
      </AskedView>
    </>
  );
}
