import type { Proofs } from '#ui/workshop/reading-context.ts';
import { pathsByArrow } from '#ui/workshop/walked/paths-by-arrow.ts';
import type { LedgerFile } from '../reporting/shape.ts';

/**
 * Paths walked by the last test run, by workflow. They have passed and can be shown, so that all links of the book lead
 * somewhere.
 * @param isShown true if `npm run paths -- show` finds an id of a workflow
 * @param report address of the folder with the report's pages of that run, from a page of the book; null if there is none
 */
export function proofsOf(
  ledgers: readonly Pick<LedgerFile, 'machine' | 'paths'>[],
  isShown: (id: string, machine: string) => boolean,
  report: string | null,
): Map<string, Proofs> {
  const proofs = new Map<string, Proofs>();
  for (const [machine, files] of Map.groupBy(ledgers, (file) => file.machine)) {
    const passed = files
      .flatMap(({ paths }) => paths)
      .filter(({ id, outcome }) => outcome === 'passed' && isShown(id, machine))
      .toSorted((a, b) => a.steps.length - b.steps.length);
    if (passed.length === 0) continue;
    const paths = passed.map(({ id, steps }) => ({
      id,
      arrows: steps.filter(({ refused }) => !refused).flatMap(({ arrows }) => arrows),
    }));
    proofs.set(machine, {
      paths: pathsByArrow(paths),
      report: report === null ? null : `${report}/${machine}.html`,
    });
  }
  return proofs;
}
