import { useState } from 'react';
import { FileButton } from '../file-button.tsx';
import { saveFile } from '../save-file.ts';
import { useWorkshop } from '../workshop-context.ts';
import { reportsOf, writeEvents } from './inspect-events.ts';
import type { PlayerAction } from './player.ts';
import { type Leaps, PlayerSteps } from './player-steps.tsx';
import type { Recording } from './recording.ts';
import { type RecordingFault, readRecording, writeRecording } from './recording-file.ts';

/** Pause, steps, slider, and the recording as a file. */
export function PlayerBar({
  recording,
  position,
  isFollowing,
  isImported,
  leaps,
  act,
}: {
  recording: Recording;
  position: number;
  leaps: Leaps | undefined;
  /** The player shows the latest events as they happen. */
  isFollowing: boolean;
  isImported: boolean;
  act: (action: PlayerAction) => void;
}) {
  const { t } = useWorkshop();
  return (
    <section className="ws-player" aria-label={t('live.player')}>
      <PlayerSteps count={recording.entries.length} {...{ position, act, leaps }}>
        {!isImported && (
          <button type="button" onClick={() => act({ type: isFollowing ? 'paused' : 'resumed' })}>
            {t(isFollowing ? 'live.pause' : 'live.follow')}
          </button>
        )}
      </PlayerSteps>
      {recording.dropped > 0 && <p className="ws-quiet">{t('live.dropped', { count: recording.dropped })}</p>}
      <RecordingFile {...{ recording, isImported, act }} />
    </section>
  );
}

function RecordingFile({
  recording,
  isImported,
  act,
}: {
  recording: Recording;
  isImported: boolean;
  act: (action: PlayerAction) => void;
}) {
  const { t, place, viewer = null } = useWorkshop();
  const [fault, setFault] = useState<RecordingFault | null>(null);
  const open = async (file: File) => {
    const read = readRecording(await file.text());
    setFault(typeof read === 'string' ? read : null);
    const step = Number(place.step);
    if (typeof read !== 'string') act({ type: 'imported', recording: read, ...(step > 0 && { step }) });
  };
  return (
    <>
      <div className="ws-tools">
        <button type="button" onClick={() => save(recording)}>
          {t('live.save')}
        </button>
        <button type="button" onClick={() => saveEvents(recording)}>
          {t('live.saveEvents')}
        </button>
        {viewer && (
          <button type="button" onClick={() => viewer.show(reportsOf(recording))}>
            {t('live.showIn', { host: viewer.host })}
          </button>
        )}
        <FileButton label={t('live.open')} onOpen={(file) => void open(file)} />
        {isImported && (
          <button type="button" onClick={() => act({ type: 'importLeft' })}>
            {t('live.leaveFile')}
          </button>
        )}
      </div>
      <div role="alert">{fault !== null && <p className="ws-fault">{t(`live.fault.${fault}`)}</p>}</div>
      <p role="status">{isImported && t('live.isFile')}</p>
    </>
  );
}

const nameAt = (now: Date, kind: string): string =>
  `workflow-${kind}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.json`;

function save(recording: Recording): void {
  const now = new Date();
  saveFile(nameAt(now, 'recording'), 'application/json', writeRecording(recording, now));
}

/** For viewers that understand the protocol of `@statelyai/inspect`. */
const saveEvents = (recording: Recording): void =>
  saveFile(nameAt(new Date(), 'events'), 'application/json', writeEvents(recording));
