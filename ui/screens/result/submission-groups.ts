import type { SubmissionView } from '#contract/process.ts';
import { type StepOutcome, type SubmissionStep, submissionSteps } from '#domain/submission-step.ts';

import { type SubmissionLabel, submissionLabel } from '#machines/submission/submission.selectors.ts';

/** Note on a group in which something was not done. */
type Note = 'noFiles' | 'noPostbox' | 'postboxRefused';
type Group = {
  label: Exclude<SubmissionLabel, 'pleaseWait' | 'failed'>;
  state: 'done' | 'now' | 'toCome';
  note: Note | null;
};

const notes: Partial<Record<SubmissionStep, Partial<Record<StepOutcome, Note>>>> = {
  GET_FILES: { nothingToDo: 'noFiles' },
  SUBMIT_DATA_TO_POSTBOX: { nothingToDo: 'noPostbox', refused: 'postboxRefused' },
};

/** The ten steps in the groups that people read, each done, in progress or to come. */
export function submissionGroups(submission: Pick<SubmissionView, 'finished'> | null): Group[] {
  const finished = new Map(submission?.finished.map(({ step, outcome }) => [step, outcome]));
  const labels = [...new Set(submissionSteps.map(submissionLabel))] as Group['label'][];
  const stepsOf = (label: Group['label']) =>
    submissionSteps.filter((step) => submissionLabel(step) === label);
  const isDone = (label: Group['label']) => stepsOf(label).every((step) => finished.has(step));
  const noteOf = (label: Group['label']) =>
    stepsOf(label)
      .map((step) => notes[step]?.[finished.get(step) ?? 'done'] ?? null)
      .find((note) => note !== null) ?? null;
  const current = labels.find((label) => !isDone(label));
  return labels.map((label) => ({
    label,
    state: label === current ? 'now' : isDone(label) ? 'done' : 'toCome',
    note: noteOf(label),
  }));
}
