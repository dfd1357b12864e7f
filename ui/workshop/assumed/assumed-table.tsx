import { machineWords } from '../machine-words.ts';
import { placeOfPart } from '../part-address.ts';
import { useReading } from '../reading-context.ts';
import { Table } from '../table.tsx';
import type { AssumedRule } from './assumed-rules.ts';
import { Confirmation } from './confirmation.tsx';

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
        t('assumed.subject'),
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

function Row({ rule: { id, machine, arrows, subjects } }: { rule: AssumedRule }) {
  const { t, locale, hrefOf, confirmedRules } = useReading();
  const words = machineWords(machine, locale);
  const each = (texts: readonly string[]) => [...new Set(texts)].join(', ');
  return (
    <tr>
      <th scope="row" className="ws-rule">
        <a href={hrefOf(placeOfPart(machine, { arrows: arrows.map((arrow) => arrow.id) }))}>{id}</a>
      </th>
      <td>{words.title}</td>
      <td>{subjects.map((subject) => t(`subjects.${subject}`)).join(', ')}</td>
      <td>{each(arrows.map((arrow) => words.sentence(arrow) ?? ''))}</td>
      <td>{each(arrows.map(({ from }) => words.state(from)))}</td>
      <td>{each(arrows.map(words.event))}</td>
      <td>{each(arrows.flatMap(({ to }) => (to.length > 0 ? to.map(words.state) : [t('table.stays')])))}</td>
      <td className="ws-sign">
        <Confirmation of={confirmedRules?.find(({ rule }) => rule === id)} />
      </td>
      <td className="ws-blank" />
    </tr>
  );
}
