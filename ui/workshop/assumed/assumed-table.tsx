import { machineWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { Table } from '../table.tsx';
import type { AssumedRule } from './assumed-rules.ts';

/** Assumed rules with room to confirm each by hand. */
export function AssumedTable({ rules }: { rules: readonly AssumedRule[] }) {
  const { t } = useReading();
  return (
    <Table
      label={t('sections.assumed')}
      className="ws-confirm"
      columns={[
        t('table.rule'),
        t('table.workflow'),
        t('table.sentence'),
        t('table.from'),
        t('table.event'),
        t('table.to'),
        t('assumed.confirmed'),
        t('assumed.note'),
      ]}
    >
      {rules.map((rule) => (
        <Row key={rule.id} rule={rule} />
      ))}
    </Table>
  );
}

function Row({ rule: { id, machine, arrows } }: { rule: AssumedRule }) {
  const { t, locale, hrefOf } = useReading();
  const words = machineWords(machine, locale);
  const each = (texts: readonly string[]) => [...new Set(texts)].join(', ');
  return (
    <tr>
      <th scope="row" className="ws-rule">
        {id}
      </th>
      <td>
        <a href={hrefOf({ workflow: machine.name })}>{words.title}</a>
      </td>
      <td>{each(arrows.map((arrow) => words.sentence(arrow) ?? ''))}</td>
      <td>{each(arrows.map(({ from }) => words.state(from)))}</td>
      <td>{each(arrows.map(words.event))}</td>
      <td>{each(arrows.flatMap(({ to }) => (to.length > 0 ? to.map(words.state) : [t('table.stays')])))}</td>
      <td className="ws-blank" />
      <td className="ws-blank" />
    </tr>
  );
}
