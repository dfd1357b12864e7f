import type { Locale } from '#domain/locale.ts';
import type { ProcessView } from '#domain/process.ts';
import type { Account, Viewer } from '../session/session.types.ts';
import type { ApplicationContext, Step } from './application.types.ts';

export type OfferQuery = { leiKaId: string; area: string; locale: Locale };
export type ProcessQuery = { processId: string; locale: Locale };
/** The texts of a process, or of an offer before there is one. */
export type TextsQuery = OfferQuery & { processId: string | null };

type Of = { context: ApplicationContext };

/** What calls about the process are made with. */
export const queryOf = ({ context }: Of): ProcessQuery => ({
  processId: context.process?.id ?? (context.start.kind === 'process' ? context.start.processId : ''),
  locale: context.locale,
});

/** The same for calls that change it: refused when the process has moved on. */
export const versionOf = ({ context }: Of) => ({
  ...queryOf({ context }),
  version: context.process?.version ?? 0,
});

export const offerQueryOf = ({ context }: Of): OfferQuery => ({
  leiKaId:
    context.process?.metadata.leiKaId ?? (context.start.kind === 'service' ? context.start.leiKaId : ''),
  area: context.process?.area.key ?? (context.start.kind === 'service' ? context.start.area : ''),
  locale: context.locale,
});

export const textsQueryOf = ({ context }: Of): TextsQuery => ({
  ...offerQueryOf({ context }),
  processId: context.process?.id ?? null,
});

/** `params` of whatever takes the process that a call answered. */
export const aboutProcess = ({ event }: { event: { output: ProcessView } }) => ({ process: event.output });

/** `params` of whatever takes who is there now. */
export const aboutViewer = ({ event }: { event: { viewer: Viewer; account: Account | null } }) => ({
  viewer: event.viewer,
  account: event.account,
});

/** The form is opened again, at a page that may be named. */
export const reopening = {
  type: 'noteReopening',
  params: ({ event }: { event: { page?: string } }) => ({ page: event.page }),
} as const;

/** `params` of a guard that compares the step that is asked for. */
export const aboutStep =
  (wanted: Step) =>
  ({ event }: { event: { step: Step } }) => ({ step: event.step, wanted });

type Asked = { event: { step: Step } };
const askedFor = ({ event }: Asked) => ({ step: event.step });

/** The data is completed, nothing is paid or sent: what was confirmed can be looked at, which reopens nothing. */
export const toConfirmed = {
  guard: { type: 'reviewIsAskedFor', params: askedFor },
  target: '#application.progress.confirmed',
} as const;

/** The notice can be chosen anew. */
export const toNotice = {
  guard: { type: 'noticeIsAskedFor', params: askedFor },
  target: '#application.progress.notice',
} as const;

/** Nothing is gone to: the address is put right, and the person is told why. */
export const stepRefused = {
  actions: ['refuseStep', { type: 'sayWhyClosed', params: askedFor }],
} as const;

/** On again to the step that is due. */
export const toDueStep = {
  guard: { type: 'stepIsDue', params: askedFor },
  target: '#application.progress.deciding',
} as const;
