import { createActor, fromCallback } from 'xstate';
import type { FormData } from '#forms/types.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import { selectSaving } from '#machines/form/form.selectors.ts';
import type { FormInput, FormReport } from '#machines/form/form.types.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import type { Progress, SavingEvent } from '#machines/saving/saving.types.ts';
import { stored } from './form.subject.ts';
import { type Live, runLive } from './live.ts';

/**
 * The fate of a call: whether it reaches the server, and whether the answer comes back. A server whose database is lost
 * in the middle of a write does not know itself whether it is written.
 */
export type Weather =
  | 'good'
  | 'request lost'
  | 'answer lost'
  | 'database away'
  | 'overloaded'
  | 'database lost'
  | 'session over'
  | 'another window edits'
  | 'refused';

/** A form in one window, and the server it saves to; another window writes to the same process. */
export type Office = {
  readonly live: Live;
  /** Sends an event to the saving. */
  tell: (event: SavingEvent) => void;
  data: () => FormData;
  /** Completes the next calls in progress. */
  answer: (weather: Weather) => Promise<void>;
  /** Saves in another window; this write must never be lost silently. */
  writeElsewhere: (name: string) => void;
  /** True if this window overwrote a write of the other window without ever seeing it. */
  overwroteUnseen: () => boolean;
};

export function openOffice(): Office {
  /** The application opens the form anew once it is lost. */
  const parent = createActor(
    fromCallback<FormReport>(({ receive }) => {
      receive(({ type }) => {
        if (type !== 'form.lost') return;
        live.stop();
        live = open();
      });
    }),
  ).start();
  const open = () => {
    const input: FormInput = { processId: 'p', locale: 'de', parent };
    const calls = ['loadForm', 'saveProgress', 'loadStored'];
    return runLive(formMachine, () => input, calls, { saving: savingMachine });
  };
  let live = open();
  let version = 1;
  let data: FormData = {};
  let unseen = false;
  let overwritten = false;

  const apply = (write: Progress): boolean => {
    if (write.version !== version) return false;
    overwritten ||= unseen;
    version += 1;
    if (write.content.data) data = write.content.data;
    return true;
  };
  const save = async (weather: Weather) => {
    const write = live.calls('saveProgress').at(-1) as Progress;
    const fail = (code: string) => live.refuse('saveProgress', { code });
    if (weather === 'request lost') return fail('network');
    if (weather === 'database away') return fail('database-unavailable');
    if (weather === 'overloaded') return live.refuse('saveProgress', { code: 'overloaded', retryAfter: 5 });
    if (weather === 'session over') return fail('session-expired');
    if (weather === 'another window edits') return fail('edited-elsewhere');
    if (weather === 'refused') return fail('input-invalid');
    if (!apply(write)) return fail('version-conflict');
    if (weather === 'answer lost') return fail('network');
    if (weather === 'database lost') return fail('database-unavailable');
    const saved = { version, status: 'EDITING', savedAt: 'now', availableUntil: 'later' };
    return live.answer('saveProgress', saved);
  };
  const load = async (weather: Weather) => {
    const call = live.underWay('loadForm') > 0 ? 'loadForm' : 'loadStored';
    if (weather !== 'good') return live.refuse(call, { code: 'network' });
    if (live.state() === 'loading') unseen = false;
    return live.answer(call, stored(data, version));
  };

  return {
    get live() {
      return live;
    },
    tell: (event) => selectSaving(live.snapshot() as never)?.send(event),
    data: () => data,
    answer: async (weather) => {
      if (live.underWay('loadForm') + live.underWay('loadStored') > 0) await load(weather);
      if (live.underWay('saveProgress') > 0) await save(weather);
    },
    writeElsewhere: (name) => {
      version += 1;
      data = { name };
      unseen = true;
    },
    overwroteUnseen: () => overwritten,
  };
}
