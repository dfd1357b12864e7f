import type { RestoredAnswers } from '#contract/saved-answers.ts';
import { restoringMachine } from '#machines/restoring/restoring.machine.ts';
import type { ChosenAnswers, RestoringContext, RestoringEvent } from '#machines/restoring/restoring.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { processViews } from './process-views.ts';
import { internalSentences } from './sentences.ts';

export const chosenFile: ChosenAnswers = { name: 'hundesteuer-kiel-2026-11-26.antrag', size: 900 };
export const restoredAnswers: RestoredAnswers = {
  process: processViews.editing,
  changed: false,
  page: null,
  files: 0,
};

export const restoringEnds: Ends<RestoringContext> = {
  restoreAnswers: () => ({ outputs: [restoredAnswers], errors: [{ code: 'saved-answers-code' }] }),
};

const events: readonly RestoringEvent[] = [
  { type: 'answers.submitted', file: chosenFile, code: 'K7QM-3XWD-9PTA' },
  { type: 'answers.submitted', file: null, code: 'K7QM-3XWD-9PTA' },
  { type: 'answers.submitted', file: chosenFile, code: ' ' },
];

export type RestoringStep = RestoringEvent | InternalEvent;

export const restoringSubject: Subject<RestoringStep, RestoringContext, undefined> = {
  name: 'restoring',
  machine: restoringMachine,
  starts: [{ id: 'the start of an application', input: undefined }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, restoringEnds)],
  abstraction: ({ missing }) => missing,
  sentences: {
    ...internalSentences,
    'answers.submitted': ({ file, code }) =>
      `the person hands in ${file ? 'the file' : 'no file'} and ${code.trim() ? 'the code' : 'no code'}`,
  },
};
