import { aboutEvent, keepLocale } from '../../kit/params.ts';
import { portalSetup, title } from '../portal.setup.ts';

/** An application in progress; it continues in the other language and at its new address. */
export const applying = portalSetup.createStateConfig({
  meta: title('applying'),
  exit: 'forgetOutcome',
  invoke: [
    {
      id: 'application',
      systemId: 'application',
      src: 'application',
      input: ({ context }) => ({
        start: context.start!,
        step: context.step,
        begun: context.begun,
        locale: context.locale,
        viewer: context.viewer,
        account: context.account,
        session: context.session,
        loginOutcome: context.loginOutcome,
      }),
    },
    // The choice of the window that edits the application; the wiring reports the application on the screen.
    { id: 'windows', systemId: 'windows', src: 'windows' },
    { id: 'keeping', systemId: 'keeping', src: 'keeping' },
    { id: 'restoring', systemId: 'restoring', src: 'restoring' },
    // The cover of the entries; the wiring reports the end of the session.
    { id: 'cover', systemId: 'cover', src: 'cover' },
  ],
  on: {
    'route.entered': [
      {
        guard: { type: 'applicationChangesLanguage', params: aboutEvent },
        actions: [
          keepLocale,
          {
            type: 'tellApplication',
            params: ({ event }) => ({ type: 'locale.changed', locale: event.locale }),
          },
          { type: 'askForStep', params: aboutEvent },
        ],
      },
      {
        guard: { type: 'applicationIsTheSame', params: aboutEvent },
        actions: { type: 'askForStep', params: aboutEvent },
      },
    ],
    'application.named': { actions: { type: 'nameApplication', params: aboutEvent } },
    'viewer.changed': [
      {
        guard: { type: 'sessionIsErased', params: aboutEvent },
        actions: [
          { type: 'tellApplication', params: { type: 'session.erased' } },
          { type: 'tellApplication', params: aboutEvent },
          'tellKeeping',
        ],
      },
      { actions: [{ type: 'tellApplication', params: aboutEvent }, 'tellKeeping'] },
    ],
    'network.restored': { actions: { type: 'tellApplication', params: aboutEvent } },
  },
});
