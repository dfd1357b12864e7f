import { useMemo, useReducer, useState } from 'react';
import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { liveWords, machineOf } from '../live/live-words.ts';
import { NEW_PLAYER, play, positionOf } from '../live/player.ts';
import { PlayerSteps } from '../live/player-steps.tsx';
import { standingsAt } from '../live/recording.ts';
import { activePaths } from '../live/states-of.ts';
import type { Journal } from '../operators/workshop-api.ts';
import { useWorkshop } from '../workshop-context.ts';
import { journalRecording, keyOf } from './journal-recording.ts';
import { JournalTable } from './journal-table.tsx';

/** The history of an application, step by step: the drawing follows the table. */
export function ApplicationReplay({ journal }: { journal: Journal }) {
  const { t, locale } = useWorkshop();
  const { entries } = journal;
  const recording = useMemo(() => journalRecording(entries), [entries]);
  const [player, act] = useReducer(play, { ...NEW_PLAYER, live: recording });
  const position = positionOf(player);
  const standings = useMemo(() => standingsAt(recording, position), [recording, position]);
  const words = liveWords(locale, t, standings);
  const latest = entries[position - 1];
  const [chosen, choose] = useState<string | null>(null);
  const followed = standings.get(chosen ?? (latest ? keyOf(latest) : '')) ?? [...standings.values()][0];
  const machine = followed && machineOf(followed.actor);
  if (entries.length === 0) return <p role="status">{t('applications.empty')}</p>;
  return (
    <>
      <h2>
        {journal.ticketNumber === null
          ? t('applications.noNumber')
          : t('applications.ticket', { number: journal.ticketNumber })}
      </h2>
      <PlayerSteps count={entries.length} position={position} act={act} />
      <div className="ws-filter">
        <label>
          {t('applications.drawing')}
          <select
            value={chosen ?? ''}
            onChange={({ target }) => choose(target.value === '' ? null : target.value)}
          >
            <option value="">{t('applications.latest')}</option>
            {[...standings.keys()].map((key) => (
              <option key={key} value={key}>
                {words.nameAt(key)} {key.split(' ')[1] ?? ''}
              </option>
            ))}
          </select>
        </label>
      </div>
      {followed && machine && (
        <section className="ws-watched" aria-label={words.nameOf(followed.actor)}>
          <p>
            {words.nameOf(followed.actor)}: <strong>{words.states(followed)}</strong>
          </p>
          <DiagramViewer
            key={machine.name}
            machine={machine}
            active={new Set(activePaths(followed.value))}
            taken={new Set(followed.arrows)}
          />
        </section>
      )}
      <h2>{t('applications.journal')}</h2>
      <JournalTable entries={entries} position={position} onMove={(to) => act({ type: 'moved', to })} />
    </>
  );
}
