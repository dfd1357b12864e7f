import { type SubmissionLabel, submissionLabel } from '#machines/submission/submission.selectors.ts';
import { submissionSteps } from '#machines/submission/submission.types.ts';

type Group = { label: Exclude<SubmissionLabel, 'pleaseWait' | 'failed'>; state: 'done' | 'now' | 'toCome' };

/** The ten steps in the groups that people read, each done, under way or to come. */
export function submissionGroups(submission: { finished: readonly string[] } | null): Group[] {
  const finished = new Set(submission?.finished ?? []);
  const labels = [...new Set(submissionSteps.map(submissionLabel))] as Group['label'][];
  const isDone = (label: Group['label']) =>
    submissionSteps.filter((step) => submissionLabel(step) === label).every((step) => finished.has(step));
  const current = labels.find((label) => !isDone(label));
  return labels.map((label) => ({
    label,
    state: label === current ? 'now' : isDone(label) ? 'done' : 'toCome',
  }));
}
