import { Choice } from '../choice.tsx';
import { workflows } from '../machines.ts';
import type { Totals } from '../operators/workshop-api.ts';
import { StateName } from '../state-name.tsx';
import { Table } from '../table.tsx';
import { useWorkshop } from '../workshop-context.ts';

/** How often applications of one form came to a state, and drafts ended there; the chosen form is in the address. */
export function FormTable({ forms }: { forms: Totals['forms'] }) {
  const { t, locale, place, go } = useWorkshop();
  const machine = workflows.get('process');
  const number = new Intl.NumberFormat(locale);
  const chosen = forms.find(({ form }) => form === place.form) ?? forms[0];
  if (!chosen) return <p>{t('totals.noForms')}</p>;
  return (
    <>
      <div className="ws-filter">
        <Choice
          label={t('totals.form')}
          value={chosen.form}
          choices={forms.map(({ form, name }) => [form, name[locale]])}
          onChoose={(form) => go({ ...place, form }, { replace: true })}
        />
      </div>
      <p className="ws-quiet">{t('totals.formNote')}</p>
      <Table
        label={t('totals.reachedOf', { form: chosen.name[locale] })}
        className="ws-narrow"
        columns={[t('table.state'), t('totals.reached'), t('totals.deleted'), t('totals.expired')]}
      >
        {chosen.reached.map(({ state, count, deleted, expired }) => (
          <tr key={state}>
            <th scope="row">{machine ? <StateName machine={machine} path={state} /> : state}</th>
            <td>{number.format(count)}</td>
            <td>{number.format(deleted)}</td>
            <td>{number.format(expired)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
