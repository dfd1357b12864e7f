import { ApiProblem } from './api-problem.ts';

/** Reports errors that a screen has caught, unless the reader sees them there as a problem of the server. */
export function tellUnlessShown(error: unknown): void {
  if (!(error instanceof ApiProblem)) reportError(error);
}
