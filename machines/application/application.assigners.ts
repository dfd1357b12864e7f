import type { ProcessView } from '#contract/process.ts';
import type { SavedProgress } from '#contract/process-calls.ts';
import type { MetadataView } from '#contract/shapes.ts';
import type { SummaryView } from '#contract/summary.ts';
import type { Correction } from '#domain/conflict.ts';
import type { Locale } from '#domain/locale.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import { MOST_REFRESHES } from '../kit/asking-again.ts';
import type { Problem } from '../kit/problem.ts';
import type { Seen } from '../session/session.types.ts';
import { dueStep, pageOfStep } from './application.steps.ts';
import type { ApplicationContext, ApplicationInput, FormPlace, Holder, Step } from './application.types.ts';

type Of = { context: ApplicationContext };
type Update = Partial<ApplicationContext>;

export const initialContext = ({
  step = null,
  begun = null,
  session = null,
  ...input
}: ApplicationInput): ApplicationContext => ({
  ...input,
  begun,
  session,
  holder: null,
  offer: null,
  areaName: '',
  draft: null,
  process: null,
  leftPlace: null,
  summary: null,
  given: [],
  mailChoice: null,
  failedAttempts: 0,
  problem: null,
  sendsWhenReady: false,
  windowIsBlocked: false,
  noticeMark: null,
  ...wish(step),
  formPlace: null,
  changedPage: null,
  reopens: false,
  hasLoggedIn: false,
  refreshes: 0,
  away: false,
});

/** The viewer as the holder of what they open; null without a session. */
const holderOf = ({ viewer, account, session }: Seen): Holder | null =>
  viewer === 'anonymous' || viewer === 'account'
    ? { person: account?.person ?? null, providerId: account?.providerId ?? null, session }
    : null;

/** Context for the step that the address requests. */
function wish(step: Step | null): Pick<ApplicationContext, 'wantedStep' | 'wantedPage'> {
  return { wantedStep: step, wantedPage: step && pageOfStep(step) };
}

/** The place that an application has just left; the earlier one while it stays where it is. */
const leftPlaceOf = (
  { process: before, leftPlace }: ApplicationContext,
  { id, area }: ProcessView,
): ApplicationContext['leftPlace'] =>
  before?.id === id && before.area.key !== area.key
    ? { area: before.area, metadata: before.metadata }
    : leftPlace;

/** Assigners of the application's actions; the machine wraps them in `assign`. */
export const applicationAssigners = {
  keepOffer: (_: Of, { offer, areaName }: { offer: MetadataView | null; areaName: string }): Update => ({
    offer,
    areaName,
    problem: null,
  }),
  /** Keeps the offer in another language; a process started meanwhile may belong to a different offer. */
  keepTexts: ({ context: { process } }: Of, texts: MetadataView): Update => {
    if (process === null) return { offer: texts };
    if (process.metadata.metadataId !== texts.metadataId) return {};
    return { offer: texts, process: { ...process, metadata: texts } };
  },
  /** Keeps only the service and the place of the process, to begin again. */
  forgetProcess: ({ context: { process } }: Of): Update => ({
    process: null,
    leftPlace: null,
    draft: null,
    summary: null,
    problem: null,
    start: { kind: 'service', leiKaId: process!.metadata.leiKaId, area: process!.area.key },
  }),
  /** Removes everything of an application that is not, or no longer, the viewer's: they may see nothing of it. */
  forgetEverything: ({ context: { process, start } }: Of): Update => ({
    process: null,
    leftPlace: null,
    holder: null,
    offer: null,
    areaName: '',
    draft: null,
    summary: null,
    problem: null,
    noticeMark: null,
    mailChoice: null,
    formPlace: null,
    changedPage: null,
    loginOutcome: null,
    start: process ? { kind: 'process', processId: process.id } : start,
  }),
  keepDraft: (_: Of, { draft }: { draft: ProcessView | null }): Update => ({ draft }),
  takeDraft: ({ context }: Of): Update => ({
    process: context.draft,
    holder: holderOf(context),
    offer: context.draft!.metadata,
  }),
  /** The place may have changed unseen: the answer was lost, or another window changed it. */
  keepProcess: ({ context }: Of, process: ProcessView): Update => ({
    process,
    leftPlace: leftPlaceOf(context, process),
    holder: holderOf(context) ?? context.holder,
    offer: process.metadata,
    areaName: process.area.name,
    problem: null,
  }),
  leaveTab: (): Update => ({ away: true }),
  comeBack: (): Update => ({ away: false, refreshes: 0 }),
  countRefresh: ({ context }: Of): Update => ({ refreshes: context.refreshes + 1 }),
  /** Nothing is asked until the person comes back to the page. */
  stopRefreshing: (): Update => ({ refreshes: MOST_REFRESHES }),
  forgetLeftPlace: (): Update => ({ leftPlace: null }),
  keepSaved: ({ context }: Of, { saved }: { saved: SavedProgress }): Update => ({
    reopens: false,
    process: context.process && {
      ...context.process,
      version: saved.version,
      status: saved.status as ProcessStatus,
      availableUntil: saved.availableUntil,
    },
  }),
  /**
   * Takes place, offer and facts from the summary: another window may have changed the place. The ticks are removed,
   * because they belong to another summary, or to one in another language.
   */
  keepSummary: ({ context: { process } }: Of, summary: SummaryView): Update => {
    const { facts, metadata, area } = summary;
    const unread = { summary, given: [], failedAttempts: 0 };
    if (process === null) return unread;
    const isThere = process.area.key === area.key && process.metadata.metadataId === metadata.metadataId;
    return isThere
      ? { ...unread, process: { ...process, facts } }
      : {
          ...unread,
          process: { ...process, facts, metadata, area },
          offer: metadata,
          areaName: area.name,
        };
  },
  keepStatement: ({ context }: Of, { id, given }: { id: string; given: boolean }): Update => ({
    given: [...context.given.filter((it) => it !== id), ...(given ? [id] : [])],
  }),
  keepMailChoice: (_: Of, { wanted }: { wanted: boolean }): Update => ({ mailChoice: wanted }),
  missStatements: ({ context }: Of): Update => ({ failedAttempts: context.failedAttempts + 1 }),
  keepProblem: (_: Of, { problem }: { problem: Problem }): Update => ({ problem }),
  forgetProblem: (): Update => ({ problem: null }),
  keepViewer: ({ context }: Of, { viewer, account, session }: Seen): Update => ({
    viewer,
    account,
    session,
    holder: context.holder ?? (context.process && holderOf({ viewer, account, session })),
  }),
  /** Forgets the place before, too: its texts are in the other language. */
  keepLocale: (_: Of, { locale }: { locale: Locale }): Update => ({ locale, leftPlace: null }),
  noteNotice: (_: Of, { accepted }: { accepted: boolean }): Update => ({ noticeMark: accepted }),
  forgetNotice: (): Update => ({ noticeMark: null }),
  noteConfirmation: (): Update => ({ sendsWhenReady: true }),
  forgetConfirmation: (): Update => ({ sendsWhenReady: false }),
  noteReopening: (_: Of, { page }: { page?: string }): Update => ({
    wantedPage: page === undefined ? null : { page, returnsToSummary: true },
    reopens: true,
    hasLoggedIn: false,
    sendsWhenReady: false,
    problem: null,
  }),
  /**
   * Opens the pages to correct, one by one; data that was confirmed is confirmed again after a value was applied. Where
   * the person kept every entry, the confirmation still counts, and the application goes on.
   */
  noteDecision: (
    { context }: Of,
    { process, toCorrect }: { process: ProcessView; toCorrect: readonly Correction[] },
  ): Update => {
    const page = toCorrect[0]?.page ?? null;
    const wasConfirmed = dueStep(context.process) !== null;
    const isOpen = dueStep(process) === null;
    return {
      process,
      wantedPage: page === null ? null : { page, returnsToSummary: wasConfirmed, toCorrect },
      wantedStep: page === null && wasConfirmed && isOpen ? 'summary' : null,
      reopens: !isOpen,
    };
  },
  /** Forgets the wanted step once the step to show is decided; the form, where it is open, opens the wanted page. */
  forgetStep: ({ context }: Of): Update => ({
    wantedStep: null,
    wantedPage: dueStep(context.process) === null ? context.wantedPage : null,
  }),
  keepFormPlace: (_: Of, { page, returnsToSummary }: FormPlace): Update => ({
    formPlace: { page, returnsToSummary },
    wantedPage: null,
  }),
  /** Forgets the form's page; the form is asked for another one and reports which one it opens. */
  forgetFormPlace: (): Update => ({ formPlace: null }),
  noteChangedPage: ({ context }: Of): Update => ({
    changedPage: context.formPlace?.returnsToSummary ? context.formPlace.page : null,
  }),
  noteBlockedWindow: (): Update => ({ windowIsBlocked: true }),
  noteWindow: (): Update => ({ windowIsBlocked: false }),
  /** A login outcome is used only once. */
  forgetLogin: (): Update => ({ loginOutcome: null, hasLoggedIn: true }),
};
