import * as z from 'zod/mini';
import { editingPlaces } from '#domain/editing.ts';
import { call } from './call.ts';
import { closedToCaller, processId } from './process.ts';
import { isoTime, uuid } from './shapes.ts';

const editedElsewhere = z.object({ place: z.enum(editingPlaces), since: isoTime });
export interface EditedElsewhere extends z.output<typeof editedElsewhere> {}

/** The server's answer to a window of an application: which window edits. */
const editing = z.object({
  /** Null when the asking window edits it. */
  elsewhere: z.nullable(editedElsewhere),
  /** Another window wants to edit: this one saves what it has and lets go. */
  wanted: z.boolean(),
  /** Milliseconds until a window that edits should report again. */
  againMs: z.number(),
});
export interface EditingView extends z.output<typeof editing> {}

/** `after`: the page that this window showed before. A reloaded page continues the editing of that one. */
const page = { window: uuid, after: z.optional(uuid) };

/** Calls about the window that edits an application (own): one at a time, as long as it reports. */
export const editingCalls = {
  holdEditing: call({
    method: 'PUT',
    path: '/api/process/{id}/editing',
    summary: 'A window reports that it is open: it edits if no other one does; does not extend the session',
    origin: 'own',
    unattended: true,
    params: processId,
    /** `waits`: the answer comes as soon as another window wants to edit, at the latest when the next report is due. */
    body: z.object({ ...page, waits: z.boolean() }),
    answer: editing,
    errors: [...closedToCaller, 'login-required'],
  }),
  takeEditing: call({
    method: 'PUT',
    path: '/api/process/{id}/editing/take',
    summary: 'This window wants to edit: answered when the other one has saved and let go, or gives no sign',
    origin: 'own',
    params: processId,
    body: z.object(page),
    answer: editing,
    errors: [...closedToCaller, 'login-required'],
  }),
  releaseEditing: call({
    method: 'PUT',
    path: '/api/process/{id}/editing/release',
    summary: 'This window does not edit any more: the one that wants to, if any, does from now on',
    origin: 'own',
    unattended: true,
    params: processId,
    body: z.object({ window: uuid }),
    outlivesPage: true,
    errors: [...closedToCaller, 'login-required'],
  }),
};
