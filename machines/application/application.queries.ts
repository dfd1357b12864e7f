import type { Locale } from '#domain/locale.ts';
import { aboutAnswer, aboutError, aboutEvent, keepProblem } from '../kit/params.ts';
import type { ApplicationContext, ApplicationStart, Step } from './application.types.ts';

export type OfferQuery = { leiKaId: string; area: string; locale: Locale };
export type ProcessQuery = { processId: string; locale: Locale };
/** The texts of a process, or of an offer before there is one. */
export type TextsQuery = OfferQuery & { processId: string | null };

type Of = { context: ApplicationContext };
/** The start of an application names what to load until there is a process. */
type StoredStart = Extract<ApplicationStart, { kind: 'process' }>;
type ServiceStart = Extract<ApplicationStart, { kind: 'service' }>;

/** Input of the calls about the process. */
export const queryOf = ({ context }: Of): ProcessQuery => ({
  processId: context.process?.id ?? (context.start as StoredStart).processId,
  locale: context.locale,
});

/** Input of the calls that change the process; the server refuses it if the process has changed since. */
export const versionOf = ({ context }: Of) => ({
  ...queryOf({ context }),
  version: context.process!.version,
});

export const offerQueryOf = ({ context: { process, start, locale } }: Of): OfferQuery => {
  const begun = start as ServiceStart;
  return {
    leiKaId: process?.metadata.leiKaId ?? begun.leiKaId,
    area: process?.area.key ?? begun.area,
    locale,
  };
};

export const textsQueryOf = ({ context }: Of): TextsQuery => ({
  ...offerQueryOf({ context }),
  processId: context.process?.id ?? null,
});

/** The action by which the application remembers the process that a call has answered. */
export const keepProcess = { type: 'keepProcess', params: aboutAnswer } as const;

/** Another person has logged in: the screen's contents must no longer be visible. */
export const toStranger = {
  guard: { type: 'strangerIsHere', params: aboutEvent },
  target: '#application.progress.refreshing',
  actions: 'forgetEverything',
} as const;

/** The form is opened again, optionally at a given page. */
export const reopening = { type: 'noteReopening', params: aboutEvent } as const;

/** `params` of a guard that compares the requested step. */
export const aboutStep =
  (wanted: Step) =>
  ({ event }: { event: { step: Step } }) => ({ step: event.step, wanted });

/** The data is completed, and nothing is paid or sent: the confirmed data can be viewed without reopening it. */
export const toConfirmed = {
  guard: { type: 'reviewIsAskedFor', params: aboutEvent },
  target: '#application.progress.confirmed',
} as const;

/** The notice can be chosen again. */
export const toNotice = {
  guard: { type: 'noticeIsAskedFor', params: aboutEvent },
  target: '#application.progress.notice',
} as const;

/** The requested step is not opened: the address is corrected, and the person reads why. */
export const stepRefused = {
  actions: [
    'refuseStep',
    { type: 'sayWhyClosed', params: ({ event }: { event: { step: Step } }) => ({ step: event.step }) },
  ],
} as const;

/** Leads back to the step that is due. */
export const toDueStep = {
  guard: { type: 'stepIsDue', params: aboutEvent },
  target: '#application.progress.deciding',
} as const;

/** The call shows that the process is not what it was: its current state decides what is shown. */
export const refreshingIf = <Guard extends 'isClosedToViewer' | 'stateHasChanged' | 'viewIsOutdated'>(
  guard: Guard,
) => ({ guard: { type: guard, params: aboutError }, target: '#application.progress.refreshing' }) as const;

/** The summary is loaded, in a state beside `shown` and `unavailable`. */
export const loadingSummary = {
  tags: 'busy',
  invoke: {
    src: 'loadSummary',
    input: queryOf,
    onDone: { target: 'shown', actions: { type: 'keepSummary', params: aboutAnswer } },
    onError: [refreshingIf('isClosedToViewer'), { target: 'unavailable', actions: keepProblem }],
  },
} as const;
