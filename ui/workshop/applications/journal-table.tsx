import type { ReactNode } from 'react';
import type { JournalEntry } from '#contract/workshop.ts';
import { languageTag } from '#domain/locale.ts';
import { machineWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import { StateName } from '../state-name.tsx';
import { Table } from '../table.tsx';
import { TechnicalName } from '../technical-name.tsx';
import { useWorkshop } from '../workshop-context.ts';
import { arrowOf, eventArrowOf, isNothingNew } from './journal-recording.ts';
import { MOMENT } from './moment-panel.tsx';

/** Every entry in words; a row leads to its moment. */
export function JournalTable({
  entries,
  position,
  onMove,
}: {
  entries: readonly JournalEntry[];
  position: number;
  onMove: (position: number) => void;
}) {
  const { t } = useWorkshop();
  return (
    <Table
      label={t('applications.journal')}
      className="ws-narrow"
      scroll="ws-scroll ws-log"
      columns={[t('live.step'), t('live.happened'), t('applications.leads')]}
    >
      {entries.map((entry, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: entries never change their places
          key={index}
          entry={entry}
          number={index + 1}
          isCurrent={index + 1 === position}
          onMove={onMove}
        />
      ))}
    </Table>
  );
}

function Row({
  entry,
  number,
  isCurrent,
  onMove,
}: {
  entry: JournalEntry;
  number: number;
  isCurrent: boolean;
  onMove: (position: number) => void;
}) {
  const { t, locale } = useWorkshop();
  const machine = workflows.get(entry.machine);
  const words = machine && machineWords(machine, locale);
  const arrow = arrowOf(entry);
  const cause = eventArrowOf(entry);
  const titleOf = (state: string | null) => {
    if (state === null) return null;
    return machine ? <StateName machine={machine} path={state} /> : state;
  };
  const time = new Intl.DateTimeFormat(languageTag[locale], { dateStyle: 'short', timeStyle: 'medium' });
  return (
    <tr className={isCurrent ? 'ws-current' : undefined}>
      <td>
        <button
          type="button"
          className="ws-step"
          aria-label={t('live.goTo', { number })}
          aria-current={isCurrent ? 'step' : undefined}
          onClick={() => onMove(number)}
        >
          {number}
        </button>
      </td>
      <td>
        {entry.event === null ? t('applications.begun') : cause && words?.event(cause)}
        {entry.times > 1 && (
          <span className="ws-quiet"> {t('applications.times', { count: entry.times })}</span>
        )}
        <span className="ws-quiet ws-line">
          {words?.title} {entry.attempt}
        </span>
        <span className="ws-quiet ws-line">
          {t(`applications.mover.${entry.by}`)}, {time.format(new Date(entry.at))}
        </span>
        {entry.event !== null && (
          <code className="ws-technical">
            <TechnicalName>{entry.event}</TechnicalName>
          </code>
        )}
        {isCurrent && (
          <a className="ws-line" href={`#${MOMENT}`}>
            {t('moment.seen')}
          </a>
        )}
      </td>
      <td>
        {entry.from !== null && <>{titleOf(entry.from)} → </>}
        <Outcome entry={entry}>{titleOf(entry.to)}</Outcome>
        {entry.rule !== null && (
          <span className="ws-quiet ws-line">
            <code>{entry.rule}</code> {arrow && words?.sentence(arrow)}
          </span>
        )}
      </td>
    </tr>
  );
}

/** The state after an entry; of a refused one, that it was refused or said nothing new. */
function Outcome({ entry, children }: { entry: JournalEntry; children: ReactNode }) {
  const { t } = useWorkshop();
  if (!entry.refused) return children;
  if (isNothingNew(entry)) return <span className="ws-quiet">{t('applications.nothingNew')}</span>;
  return <strong className="ws-refused">{t('applications.refused')}</strong>;
}
