import type { ProcessView } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import type { Seen } from '../session/session.types.ts';
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

/** `params` of actions and guards that take the process a call returned. */
export const aboutProcess = ({ event }: { event: { output: ProcessView } }) => ({ process: event.output });

/** `params` of actions and guards that take the current viewer. */
export const aboutViewer = ({ event: { viewer, account, session } }: { event: Seen }): Seen => ({
  viewer,
  account,
  session,
});

/** Another person has logged in: the screen's contents must no longer be visible. */
export const toStranger = {
  guard: { type: 'strangerIsHere', params: aboutViewer },
  target: '#application.progress.refreshing',
  actions: 'forgetEverything',
} as const;

/** The form is opened again, optionally at a given page. */
export const reopening = {
  type: 'noteReopening',
  params: ({ event }: { event: { page?: string } }) => ({ page: event.page }),
} as const;

/** `params` of a guard that compares the requested step. */
export const aboutStep =
  (wanted: Step) =>
  ({ event }: { event: { step: Step } }) => ({ step: event.step, wanted });

type Asked = { event: { step: Step } };
const askedFor = ({ event }: Asked) => ({ step: event.step });

/** The data is completed, and nothing is paid or sent: the confirmed data can be viewed without reopening it. */
export const toConfirmed = {
  guard: { type: 'reviewIsAskedFor', params: askedFor },
  target: '#application.progress.confirmed',
} as const;

/** The notice can be chosen again. */
export const toNotice = {
  guard: { type: 'noticeIsAskedFor', params: askedFor },
  target: '#application.progress.notice',
} as const;

/** The requested step is not opened: the address is corrected, and the person reads why. */
export const stepRefused = {
  actions: ['refuseStep', { type: 'sayWhyClosed', params: askedFor }],
} as const;

/** Leads back to the step that is due. */
export const toDueStep = {
  guard: { type: 'stepIsDue', params: askedFor },
  target: '#application.progress.deciding',
} as const;
