import type { HandedOverView } from '#contract/handover.ts';
import type { CountByLevel, DraftView, SentNews, SentView } from '#contract/personal-area.ts';
import type { RepeatedApplication } from '#contract/repeated-application.ts';
import type { Locale } from '#domain/locale.ts';

import type { Problem } from '../kit/problem.ts';

/** The part of the lists that the address asks for. */
export type ListAsked = {
  /** The lists that are shown. */
  kind: 'all' | 'drafts' | 'sent';
  /** Words that the names of an application have, or its ticket number; empty for every application. */
  text: string;
  /** Number of the page of sent applications, from 1, as the way to it was counted. */
  page: number;
  /** The place in the list that the page begins behind, or ends before; both absent for the first page. */
  after?: string | undefined;
  before?: string | undefined;
};

export type PersonalArea = {
  drafts: readonly DraftView[];
  /** One page of the sent applications. */
  sent: readonly SentView[];
  /** The places at which the next and the previous page begin, null without one; absent before the lists are loaded. */
  next?: string | null;
  previous?: string | null;
  /** The newest answers of authorities that the person has not seen; absent before the lists are loaded. */
  news?: readonly SentNews[];
  /** There are more of them. */
  moreNews?: boolean;
  /** Numbers of entries that a login at a higher trust level would add, by that level. */
  closed: { drafts: CountByLevel; sent: CountByLevel };
  /** Applications that other portals run, as far as those report them; absent before the lists are loaded. */
  handedOver?: readonly HandedOverView[];
};

/**
 * Reason why a draft is not deleted: it is being sent or its payment is open, the authority may have it although it
 * could not be completed, it has meanwhile been sent, is already gone, or differs from the list.
 */
export type Refusal = {
  service: string;
  why: 'sending' | 'paymentOpen' | 'unfinished' | 'sent' | 'gone' | 'changed';
};

/** Whether the person wants e-mails about a draft, by its id. */
export type MailChoice = { id: string; wanted: boolean };

export type DraftsInput = { locale: Locale; asked?: string | null };
export type DraftsContext = PersonalArea & {
  locale: Locale;
  asked: ListAsked;
  /** The draft that is to be deleted. */
  chosen: DraftView | null;
  /** The second consent is given: the draft may be deleted although money is on record. */
  agreed: boolean;
  /** The deletion was requested without the second consent. */
  agreementIsMissed: boolean;
  /** Name of the service whose draft was last deleted, for the message. */
  deleted: string | null;
  /** The last choice about e-mails here, until the lists have it; null without one. */
  mailChoice: MailChoice | null;
  /** The problem for which that choice could not be stored; stays until the next one. */
  mailProblem: Problem | null;
  /** Id of the draft whose last choice about e-mails the server has, until the next one. */
  mailsSaved: string | null;
  /** Number of automatic refreshes of the lists since the page was last come back to. */
  refreshes: number;
  /** The page is not in view: nothing is refreshed automatically. */
  away: boolean;
  /** Id of the sent application whose answers are being taken into a new one. */
  repeating: string | null;
  /** The draft that was made of a sent application last. */
  repeated: RepeatedApplication | null;
  /** The problem for which a sent application could not be repeated; stays until the next attempt. */
  repeatProblem: Problem | null;
  /** The problem for which the lists could not be loaded. */
  problem: Problem | null;
  /** The problem for which the draft could not be deleted; stays until the next attempt. */
  deletionProblem: Problem | null;
  /** The refusal itself, until the lists have been read again. */
  deletionRefused: Problem | null;
  /** The reason for which the server refused to delete the draft; stays until the next attempt. */
  refusal: Refusal | null;
};

export type DraftsEvent =
  | { type: 'draft.deleteRequested'; draft: DraftView }
  | { type: 'deletion.confirmed' }
  /** The checkbox of the second consent has changed. */
  | { type: 'consent.changed'; agreed: boolean }
  | { type: 'deletion.cancelled' }
  /** The person has opened the course of a sent application. */
  | { type: 'course.opened'; application: Pick<SentView, 'id' | 'status' | 'newsSince'> }
  /** The person wants a new application with the answers of a sent one. */
  | { type: 'repeat.requested'; application: SentView }
  /** The page is not in view any more. */
  | { type: 'tab.left' }
  /** The page is in view again, after this time. */
  | { type: 'tab.returned'; awayMs: number }
  /** An e-mail before a draft is deleted is wanted, or not. */
  | ({ type: 'mails.chosen' } & MailChoice)
  /** The person wants to see newer lists. */
  | { type: 'list.refreshRequested' }
  | { type: 'locale.changed'; locale: Locale }
  /** The address asks for another part of the lists. */
  | { type: 'list.asked'; asked: string };
