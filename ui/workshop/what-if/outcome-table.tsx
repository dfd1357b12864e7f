import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { Table } from '../table.tsx';
import { TechnicalName } from '../technical-name.tsx';
import type { Outcome } from './try-event.ts';

/** Every event of a workflow and what it leads to now; the button lets it happen. */
export function OutcomeTable({
  machine,
  outcomes,
  onTake,
}: {
  machine: DescribedMachine;
  outcomes: readonly Outcome[];
  onTake: (outcome: Outcome) => void;
}) {
  const { t } = useReading();
  return (
    <Table
      label={t('whatIf.outcomes')}
      className="ws-narrow"
      columns={[t('whatIf.event'), t('whatIf.leads'), t('table.rule')]}
    >
      {outcomes.map((outcome) => (
        <Row key={outcome.event} {...{ machine, outcome, onTake }} />
      ))}
    </Table>
  );
}

function Row({
  machine,
  outcome,
  onTake,
}: {
  machine: DescribedMachine;
  outcome: Outcome;
  onTake: (outcome: Outcome) => void;
}) {
  const { t, locale } = useReading();
  const words = machineWords(machine, locale);
  const { event, arrow } = outcome;
  const named = arrow ?? machine.arrows.find(({ cause }) => cause.kind === 'event' && cause.name === event);
  const name = named ? words.event(named) : event;
  if (arrow === null) {
    const conditions = outcome.unless.flatMap((other) => words.guard(other) ?? []);
    return (
      <tr>
        <th scope="row">
          {name}{' '}
          <code className="ws-technical">
            <TechnicalName>{event}</TechnicalName>
          </code>
        </th>
        <td>
          <strong className="ws-refused">{t('applications.refused')}</strong>
          {conditions.length > 0 && `: ${t('whatIf.only', { conditions: conditions.join('; ') })}`}
        </td>
        <td>{[...new Set(outcome.unless.map(({ rule }) => rule))].join(', ')}</td>
      </tr>
    );
  }
  const stays = arrow.to.length === 0;
  return (
    <tr>
      <th scope="row">
        <button type="button" className="ws-take" onClick={() => onTake(outcome)}>
          {name}
        </button>
      </th>
      <td>
        <strong>{stays ? t('whatIf.stays') : arrow.to.map(words.state).join(', ')}</strong>
      </td>
      <td>
        {arrow.rule !== null && <code>{arrow.rule}</code>} {words.sentence(arrow)}
      </td>
    </tr>
  );
}
