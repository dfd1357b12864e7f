import { aboutEvent, keepLocale } from '../../kit/params.ts';
import { portalSetup, title } from '../portal.setup.ts';
import { untilRecognised } from './until-recognised.ts';

/** The personal area, for viewers with an account. */
export const personalArea = portalSetup.createStateConfig({
  meta: title('personalArea'),
  initial: 'recognising',
  exit: 'forgetOutcome',
  on: {
    'viewer.changed': '.recognising',
    // The router also reports the first address: the lists are not requested twice.
    'route.entered': {
      guard: { type: 'accountIsTheSame', params: aboutEvent },
      actions: { type: 'keepRoute', params: aboutEvent },
    },
  },
  states: {
    ...untilRecognised,
    listing: {
      meta: title('listing'),
      invoke: {
        id: 'drafts',
        systemId: 'drafts',
        src: 'drafts',
        input: ({ context: { locale, asked } }) => ({ locale, asked }),
      },
      on: {
        'route.entered': [
          {
            guard: { type: 'accountChangesLanguage', params: aboutEvent },
            actions: [
              keepLocale,
              { type: 'keepRoute', params: aboutEvent },
              { type: 'tellLocale', params: aboutEvent },
              { type: 'tellAsked', params: aboutEvent },
            ],
          },
          {
            guard: { type: 'accountIsTheSame', params: aboutEvent },
            actions: [
              { type: 'keepRoute', params: aboutEvent },
              { type: 'tellAsked', params: aboutEvent },
            ],
          },
        ],
      },
    },
  },
});
