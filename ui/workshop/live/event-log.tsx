import { useState } from 'react';
import { Table } from '../table.tsx';
import { useWorkshop } from '../workshop-context.ts';
import type { LiveWords } from './live-words.ts';
import type { Actor, Entry } from './recording.ts';
import { useAnnouncement } from './use-announcement.ts';

/** Number of rows shown at once: the latest before the position. */
const ROWS = 100;

/** Events, the latest first; a row leads to its moment. */
export function EventLog({
  past,
  words,
  actors,
  onMove,
}: {
  past: readonly Entry[];
  words: LiveWords;
  /** Actors that the log can be reduced to; those of the same name in a window are one choice, over all its pages. */
  actors: readonly Actor[];
  onMove: (position: number) => void;
}) {
  const { t, locale } = useWorkshop();
  const [chosen, choose] = useState('');
  const choices = [...new Set(actors.map(words.nameAmongWindows))];
  const isChosen = (key: string | null) => key !== null && words.placeAt(key) === chosen;
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
  const numbered = past.map((entry, index) => ({ entry, number: index + 1 }));
  const wanted = numbered.filter(
    ({ entry }) => chosen === '' || isChosen(entry.actor) || isChosen(entry.source),
  );
  const rows = wanted.slice(-ROWS).reverse();
  const latest = past.at(-1);
  const said = useAnnouncement(
    latest
      ? t('live.latest', { actor: words.nameAt(latest.actor), event: words.event(latest) ?? latest.event })
      : '',
  );
  return (
    <>
      <div className="ws-filter">
        <label>
          {t('live.filter')}
          <select value={chosen} onChange={({ target }) => choose(target.value)}>
            <option value="">{t('table.every')}</option>
            {choices.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      {wanted.length > rows.length && (
        <p className="ws-quiet">{t('live.logShown', { count: rows.length, all: wanted.length })}</p>
      )}
      <p className="ws-hidden" role="status">
        {said}
      </p>
      <Table
        scroll="ws-scroll ws-log"
        label={t('live.log')}
        columns={[
          t('live.step'),
          t('live.time'),
          t('live.sender'),
          t('live.receiver'),
          t('table.event'),
          t('live.after'),
        ]}
      >
        {rows.map(({ entry, number }) => (
          <tr key={number}>
            <td>
              <button
                type="button"
                className="ws-step"
                aria-label={t('live.goTo', { number })}
                onClick={() => onMove(number)}
              >
                {number}
              </button>
            </td>
            <td className="ws-rule">{time.format(entry.at)}</td>
            <td>{words.placeAt(entry.source)}</td>
            <td>{words.placeAt(entry.actor)}</td>
            <td>
              {words.event(entry)}
              {entry.event !== null && <code className="ws-technical">{entry.event}</code>}
            </td>
            <td>
              <After entry={entry} words={words} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function After({ entry, words }: { entry: Entry; words: LiveWords }) {
  const actor = words.actorOf(entry.actor);
  if (!actor || entry.status === null) return null;
  return (
    <>
      {words.states({ actor, value: entry.value, status: entry.status })}
      {entry.arrows.map((arrow) => (
        <code key={arrow} className="ws-technical">
          {arrow}
        </code>
      ))}
    </>
  );
}
