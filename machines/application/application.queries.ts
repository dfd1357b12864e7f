import type { Account, Viewer } from '../session/session.types.ts';
import type { ApplicationContext, Locale, ProcessView } from './application.types.ts';

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
