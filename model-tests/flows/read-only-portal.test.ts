import { expect, it, vi } from 'vitest';
import type { Api } from '#browser/api.ts';
import { createReadOnlyPortal } from '#browser/wiring/read-only-portal.ts';
import type { applicationMachine } from '#machines/application/application.machine.ts';
import { selectScreen } from '#machines/application/application.selectors.ts';
import { processViews } from './process-views.ts';
import { reading, user } from './session-user.ts';

it.each([
  ['payment', processViews.paymentPending],
  ['result', processViews.followed],
] as const)(
  'stands at a %s that may change without a window: the service renders for whoever reloads there',
  async (step, view) => {
    const process = { ...view, locale: 'de' };
    const api = {
      getUser: async () => reading(user(Date.now())),
      getProcess: async () => process,
    } as unknown as Api;
    const portal = createReadOnlyPortal({ api, locale: 'de', place: null });
    const failed = vi.fn();
    portal.subscribe({ error: failed });
    portal.start();
    const start = { kind: 'process', processId: process.id } as const;
    const route = { screen: 'process', start, step, begun: null } as const;
    portal.send({ type: 'route.entered', route, locale: 'de' });
    const screen = () => {
      const application = portal.getSnapshot().children.application;
      return (
        application &&
        selectScreen(application.getSnapshot() as ReturnType<typeof applicationMachine.getInitialSnapshot>)
      );
    };
    await expect.poll(screen).toBe(step);
    expect(failed).not.toHaveBeenCalled();
    portal.stop();
  },
);
