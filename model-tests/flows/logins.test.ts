import { expect, it } from 'vitest';
import { loginsMachine } from '#machines/logins/logins.machine.ts';
import type { LoginsContext, LoginsEvent } from '#machines/logins/logins.types.ts';
import type { InternalEvent } from '../paths/subject.ts';
import { type Live, runLive } from './live.ts';
import { loginsEnds, loginsSubject } from './logins.subject.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** Logins end only on request, and never the present one. An ended login is no longer listed. */
function observer(): Observer<LoginsEvent | InternalEvent> {
  let asked = 0;
  return {
    afterStep: (live: Live, event) => {
      const { logins, ended, problem, chosen } = live.snapshot().context as LoginsContext;
      expect(chosen !== null, 'a question is about a login, and over with it').toBe(
        ['confirming', 'ending'].includes(live.state()),
      );
      const endings = live.calls('endLogin') as { id: string }[];
      for (const ending of endings.slice(asked)) {
        expect(event.type, 'nothing ends unasked').toBe('ending.confirmed');
        expect(ending).toEqual({ id: 'other' });
      }
      asked = endings.length;
      if (ended) expect(logins).not.toContain(ended);
      expect(ended !== null && problem !== null, 'it has ended, or it has not').toBe(false);
    },
  };
}

it('lists the logins and ends others, after a question', async () => {
  const missing = await runFlow(
    { subject: loginsSubject, ends: loginsEnds, observer },
    {
      ...internalTypes,
      'ending.requested': true,
      'ending.confirmed': true,
      'ending.dismissed': true,
      'list.refreshRequested': true,
    },
  );
  expect(missing).toEqual([]);
});

it('forgets that the list could not be read once it is', async () => {
  const live = runLive(loginsMachine, () => undefined, Object.keys(loginsEnds));
  await live.refuse('loadLogins', { code: 'network' });
  expect((live.snapshot().context as LoginsContext).problem).toEqual({ code: 'network' });
  await live.bring({ type: 'list.refreshRequested' });
  await live.answer('loadLogins', []);
  expect((live.snapshot().context as LoginsContext).problem).toBeNull();
});
