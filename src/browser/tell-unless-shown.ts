import { ApiProblem } from './api-problem.ts';

/** Errors that a screen has caught: a problem of the server is shown to the reader there, others are faults. */
export function tellUnlessShown(error: unknown): void {
  if (!(error instanceof ApiProblem)) reportError(error);
}
