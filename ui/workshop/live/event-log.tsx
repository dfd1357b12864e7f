import { useState } from 'react';
import { useWorkshop } from '../workshop-context.ts';
import type { LiveWords } from './live-words.ts';
import type { Entry } from './recording.ts';
import { useAnnouncement } from './use-announcement.ts';

/** Rows shown at once: the latest before the position. */
const ROWS = 100;

/** What has happened, the latest first; a row leads to its moment. */
export function EventLog({
  past,
  words,
  actors,
  onMove,
}: {
  past: readonly Entry[];
  words: LiveWords;
  /** Actors that the log can be reduced to, with their names. */
  actors: readonly { key: string; name: string }[];
  onMove: (position: number) => void;
}) {
  const { t, locale } = useWorkshop();
  const [actor, setActor] = useState('');
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
  const numbered = past.map((entry, index) => ({ entry, number: index + 1 }));
  const rows = numbered
    .filter(({ entry }) => actor === '' || entry.actor === actor || entry.source === actor)
    .slice(-ROWS)
    .reverse();
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
          <select value={actor} onChange={({ target }) => setActor(target.value)}>
            <option value="">{t('live.everyActor')}</option>
            {actors.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="ws-hidden" role="status">
        {said}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a part of the page that scrolls */}
      <div
        className="ws-scroll ws-log"
        role="region"
        aria-label={t('live.log')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('live.step')}</th>
              <th scope="col">{t('live.time')}</th>
              <th scope="col">{t('live.sender')}</th>
              <th scope="col">{t('live.receiver')}</th>
              <th scope="col">{t('table.event')}</th>
              <th scope="col">{t('live.after')}</th>
            </tr>
          </thead>
          <tbody>
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
                <td>{words.nameAt(entry.source)}</td>
                <td>{words.nameAt(entry.actor)}</td>
                <td>
                  {words.event(entry)}
                  {entry.event !== null && <code className="ws-technical">{entry.event}</code>}
                </td>
                <td>
                  <After entry={entry} words={words} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
