import { useMemo, useReducer, useState } from 'react';
import { Choice } from '../choice.tsx';
import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { liveWords, machineOf } from '../live/live-words.ts';
import { NEW_PLAYER, play, positionOf } from '../live/player.ts';
import { PlayerSteps } from '../live/player-steps.tsx';
import { standingsAt } from '../live/recording.ts';
import { activePaths } from '../live/states-of.ts';
import { useStepAddress } from '../live/use-step-address.ts';
import type { Journal } from '../operators/workshop-api.ts';
import { useWorkshop } from '../workshop-context.ts';
import { journalRecording, keyOf } from './journal-recording.ts';
import { JournalTable } from './journal-table.tsx';
import { MomentPanel } from './moment-panel.tsx';

/** The history of an application, step by step: drawing and table side by side follow each other. */
export function ApplicationReplay({ journal }: { journal: Journal }) {
  const { t, locale, place } = useWorkshop();
  const { entries } = journal;
  const recording = useMemo(() => journalRecording(entries), [entries]);
  const [player, act] = useReducer(play, {
    ...NEW_PLAYER,
    live: recording,
    position: place.step === undefined ? null : Number(place.step) || null,
  });
  const position = positionOf(player);
  useStepAddress(player.position === null ? null : position);
  const standings = useMemo(() => standingsAt(recording, position), [recording, position]);
  const words = liveWords(locale, t, standings);
  const latest = entries[position - 1];
  const [chosen, choose] = useState('');
  const followed =
    standings.get(chosen) ?? standings.get(latest ? keyOf(latest) : '') ?? [...standings.values()][0];
  const machine = followed && machineOf(followed.actor);
  if (entries.length === 0) return <p role="status">{t('applications.empty')}</p>;
  return (
    <>
      <h2>
        {journal.ticketNumber === null
          ? t('applications.noNumber')
          : t('applications.ticket', { number: journal.ticketNumber })}
      </h2>
      <section className="ws-player" aria-label={t('live.player')}>
        <PlayerSteps count={entries.length} position={position} act={act} />
      </section>
      <div className="ws-beside">
        <div>
          <div className="ws-filter">
            <Choice
              label={t('applications.drawing')}
              every={t('applications.latest')}
              value={standings.has(chosen) ? chosen : ''}
              choices={[...standings.keys()].map((key) => [
                key,
                `${words.nameAt(key)} ${key.split(' ')[1] ?? ''}`,
              ])}
              onChoose={choose}
            />
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
        </div>
        <div>
          <MomentPanel standings={standings} words={words} onChoose={choose} />
          <h2>{t('applications.journal')}</h2>
          <JournalTable entries={entries} position={position} onMove={(to) => act({ type: 'moved', to })} />
        </div>
      </div>
    </>
  );
}
