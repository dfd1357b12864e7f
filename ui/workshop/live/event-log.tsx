import { useMemo, useState } from 'react';
import { languageTag } from '#domain/locale.ts';
import { Choice } from '../choice.tsx';
import { wordsMatch } from '../find/words-match.ts';
import { Table } from '../table.tsx';
import { TechnicalName } from '../technical-name.tsx';
import { useWorkshop } from '../workshop-context.ts';
import type { LiveWords } from './live-words.ts';
import type { Actor, Entry } from './recording.ts';
import { useAnnouncement } from './use-announcement.ts';

/** Number of rows shown at once, and of those after the moment that is shown. */
const ROWS = 100;
const AHEAD = 20;

/** Events, the latest first; a row leads to its moment. Steps that change nothing are shown on demand. */
export function EventLog({
  entries,
  position,
  words,
  actors,
  onMove,
}: {
  entries: readonly Entry[];
  /** Number of the step that is shown. */
  position: number;
  words: LiveWords;
  /** Actors that the log can be reduced to; those of the same name in a window are one choice, over all its pages. */
  actors: readonly Actor[];
  onMove: (position: number) => void;
}) {
  const { t } = useWorkshop();
  const [chosen, choose] = useState('');
  const [isWhole, setWhole] = useState(false);
  const [query, setQuery] = useState('');
  const choices = [...new Set(actors.map(words.nameAmongWindows))];
  const numbered = useMemo(() => entries.map((entry, index) => ({ entry, number: index + 1 })), [entries]);
  const isChosen = ({ actor, source }: Entry) =>
    chosen === '' || [actor, source].some((key) => key !== null && words.placeAt(key) === chosen);
  const isFound = (entry: Entry) => query.trim() === '' || wordsMatch(writtenIn(entry, words), query);
  const wanted = numbered.filter(
    ({ entry }) => (isWhole || entry.arrows.length > 0) && isChosen(entry) && isFound(entry),
  );
  const end = wanted.filter(({ number }) => number <= position).length + AHEAD;
  const rows = wanted.slice(Math.max(0, end - ROWS), end).reverse();
  const latest = entries[position - 1];
  const said = useAnnouncement(
    latest
      ? t('live.latest', { actor: words.nameAt(latest.actor), event: words.event(latest) ?? latest.event })
      : '',
  );
  return (
    <>
      <div className="ws-filter">
        <label>
          {t('live.find')}
          <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
        </label>
        <Choice
          label={t('live.filter')}
          every={t('table.every')}
          value={chosen}
          choices={choices.map((name) => [name, name])}
          onChoose={choose}
        />
        <label className="ws-check">
          <input type="checkbox" checked={isWhole} onChange={({ target }) => setWhole(target.checked)} />
          {t('live.all')}
        </label>
      </div>
      <p className="ws-quiet">
        {rows.length < wanted.length
          ? t('live.logShown', { count: rows.length, all: wanted.length })
          : !isWhole && t('live.movesShown', { count: wanted.length, all: entries.length })}
      </p>
      <p className="ws-hidden" role="status">
        {said}
      </p>
      <Table
        scroll="ws-scroll ws-log"
        className="ws-narrow"
        label={t('live.log')}
        columns={[t('live.step'), t('live.happened'), t('live.after')]}
      >
        {rows.map(({ entry, number }) => (
          <Row key={number} {...{ entry, number, words, onMove }} isCurrent={number === position} />
        ))}
      </Table>
    </>
  );
}

/** All words of a step, and its technical names. */
const writtenIn = (entry: Entry, words: LiveWords): string =>
  [
    words.event(entry),
    entry.event,
    words.placeAt(entry.source),
    words.placeAt(entry.actor),
    words.statesAfter(entry),
    ...entry.arrows,
  ].join(' ');

function Row({
  entry,
  number,
  words,
  isCurrent,
  onMove,
}: {
  entry: Entry;
  number: number;
  words: LiveWords;
  isCurrent: boolean;
  onMove: (position: number) => void;
}) {
  const { t, locale } = useWorkshop();
  const time = new Intl.DateTimeFormat(languageTag[locale], {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
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
        {words.event(entry)}
        <span className="ws-quiet ws-line">
          {words.placeAt(entry.source)} → {words.placeAt(entry.actor)}, {time.format(entry.at)}
        </span>
        {entry.event !== null && (
          <code className="ws-technical">
            <TechnicalName>{entry.event}</TechnicalName>
          </code>
        )}
      </td>
      <td>
        {words.statesAfter(entry)}
        {entry.arrows.map((arrow) => (
          <code key={arrow} className="ws-technical">
            <TechnicalName>{arrow}</TechnicalName>
          </code>
        ))}
      </td>
    </tr>
  );
}
