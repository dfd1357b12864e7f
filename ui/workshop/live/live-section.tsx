import { useState } from 'react';
import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { useWorkshop } from '../workshop-context.ts';
import { ActorTree } from './actor-tree.tsx';
import { EventLog } from './event-log.tsx';
import { isOfOtherBuild, liveWords, machineOf } from './live-words.ts';
import { PlayerBar } from './player-bar.tsx';
import { movesAround, type Standing } from './recording.ts';
import { Sequence } from './sequence.tsx';
import { activePaths } from './states-of.ts';
import { usePlayer } from './use-player.ts';

/** Windows of this browser as their workflows run, or the recording of them. */
export function LiveSection() {
  const { t, locale } = useWorkshop();
  const { player, recording, position, standings, past, act } = usePlayer();
  const [chosen, choose] = useState<string | null>(null);
  const words = liveWords(locale, t, standings);
  const isImported = player.imported !== null;
  const machines = [...standings.values()].filter(({ actor }) => machineOf(actor) !== null);
  const shown =
    machines.find(({ actor }) => actor.key === chosen) ??
    machines.findLast(({ actor }) => actor.name === 'application') ??
    machines[0];
  const isEmpty = recording.entries.length === 0 && recording.base.length === 0;
  const bar = (
    <PlayerBar
      {...{ recording, position, isImported, act }}
      isFollowing={!isImported && player.position === null}
      leaps={
        shown && { name: words.nameOf(shown.actor), ...movesAround(recording, position, shown.actor.key) }
      }
    />
  );
  return (
    <>
      <h1>{t('live.heading')}</h1>
      <p className="ws-intro">{t('live.intro')}</p>
      <p>
        <a href={locale === 'de' ? '/?inspect' : '/en?inspect'} target="_blank" rel="noopener">
          {t('live.openWindow')}
        </a>
      </p>
      {bar}
      {isEmpty ? (
        <p role="status">{t('live.nobody')}</p>
      ) : (
        <div className="ws-live">
          <ActorTree
            {...{ standings, words }}
            windows={isImported ? null : player.windows}
            chosen={shown?.actor.key ?? null}
            onChoose={choose}
          />
          <div className="ws-watched">
            {shown && (
              <Watched
                key={shown.actor.key}
                standing={shown}
                name={words.nameOf(shown.actor)}
                states={words.states(shown)}
              />
            )}
          </div>
        </div>
      )}
      {!isEmpty && (
        <>
          <h2>{t('live.sequence')}</h2>
          <Sequence past={past} words={words} window={shown?.actor.window ?? null} />
          <h2>{t('live.log')}</h2>
          <EventLog
            {...{ past, words }}
            actors={machines.map(({ actor }) => actor)}
            onMove={(to) => act({ type: 'moved', to })}
          />
        </>
      )}
    </>
  );
}

/** One actor on its drawing. */
function Watched({ standing, name, states }: { standing: Standing; name: string; states: string }) {
  const { t } = useWorkshop();
  const machine = machineOf(standing.actor);
  if (machine === null) return null;
  return (
    <>
      <h2>{name}</h2>
      <p>
        {t('live.now')} <strong>{states === '' ? t('live.notYet') : states}</strong>
      </p>
      {isOfOtherBuild(standing.actor) && <p className="ws-fault">{t('live.otherBuildText')}</p>}
      <DiagramViewer
        machine={machine}
        active={new Set(activePaths(standing.value))}
        taken={new Set(standing.arrows)}
      />
    </>
  );
}
