import { useMemo, useState } from 'react';
import type { Locale } from '#domain/locale.ts';
import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { machineWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import { useWorkshop } from '../workshop-context.ts';
import { ActorTree } from './actor-tree.tsx';
import { Comparison } from './comparison.tsx';
import { EventLog } from './event-log.tsx';
import { isOfOtherBuild, liveWords, machineOf } from './live-words.ts';
import type { Stop } from './player.ts';
import { PlayerBar } from './player-bar.tsx';
import { movesAround, type Standing, standingsAt } from './recording.ts';
import { Sequence } from './sequence.tsx';
import { ShownContext } from './shown-context.tsx';
import { activePaths } from './states-of.ts';
import { usePlayer } from './use-player.ts';
import { useStepAddress } from './use-step-address.ts';

/** Windows of this browser as their workflows run, or the recording of them. */
export function LiveSection() {
  const { t, locale } = useWorkshop();
  const { player, recording, position, standings, past, act } = usePlayer();
  const [chosen, choose] = useState<string | null>(null);
  const words = liveWords(locale, t, standings);
  // The log also has steps after the moment that is shown, with actors that begin there.
  const allWords = useMemo(
    () => liveWords(locale, t, standingsAt(recording, recording.entries.length)),
    [locale, t, recording],
  );
  const isImported = player.imported !== null;
  useStepAddress(isImported || player.position !== null ? position : null);
  const machines = [...standings.values()].filter(({ actor }) => machineOf(actor) !== null);
  const shown =
    machines.find(({ actor }) => actor.key === chosen) ??
    machines.findLast(({ actor }) => actor.name === 'application') ??
    machines[0];
  const compared = shown ? machineOf(shown.actor) : null;
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
        <>
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
                  stop={player.stop}
                  at={
                    isImported || player.position !== null
                      ? (recording.entries[position - 1]?.at ?? null)
                      : null
                  }
                  onStop={isImported ? null : (stop) => act({ type: 'stopSet', stop })}
                />
              )}
            </div>
            <div className="ws-told">
              <h2>{t('live.log')}</h2>
              <EventLog
                {...{ position }}
                entries={recording.entries}
                words={allWords}
                actors={machines.map(({ actor }) => actor)}
                onMove={(to) => act({ type: 'moved', to })}
              />
            </div>
          </div>
          <h2>{t('live.sequence')}</h2>
          <Sequence past={past} words={words} window={shown?.actor.window ?? null} />
          {compared && <Comparison recording={recording} machine={compared} />}
        </>
      )}
    </>
  );
}

/** One actor on its drawing. */
function Watched({
  standing,
  name,
  states,
  stop,
  at,
  onStop,
}: {
  standing: Standing;
  name: string;
  states: string;
  stop: Stop | null;
  /** Moment that is shown; null for the present. */
  at: number | null;
  /** Sets the state to stop at; null where nothing runs. */
  onStop: ((stop: Stop | null) => void) | null;
}) {
  const { t, locale } = useWorkshop();
  const machine = machineOf(standing.actor);
  if (machine === null) return null;
  return (
    <>
      <h2>{name}</h2>
      <p>
        {t('live.now')} <strong>{states === '' ? t('live.notYet') : states}</strong>
      </p>
      {isOfOtherBuild(standing.actor) && <p className="ws-fault">{t('live.otherBuildText')}</p>}
      {onStop && stop && (
        <p className="ws-tools">
          {t('live.stops', { state: stateTitle(stop, locale) })}
          <button type="button" onClick={() => onStop(null)}>
            {t('live.stopNoMore')}
          </button>
        </p>
      )}
      <DiagramViewer
        machine={machine}
        active={new Set(activePaths(standing.value))}
        taken={new Set(standing.arrows)}
        act={(part) =>
          onStop && 'state' in part
            ? { name: t('live.stopHere'), take: () => onStop({ machine: machine.name, path: part.state }) }
            : null
        }
      />
      <ShownContext actor={standing.actor.key} at={at} />
    </>
  );
}

/** The state to stop at, with its workflow. */
function stateTitle({ machine, path }: Stop, locale: Locale): string {
  const drawn = workflows.get(machine);
  if (!drawn) return path;
  const words = machineWords(drawn, locale);
  return `${words.title}: ${words.state(path)}`;
}
