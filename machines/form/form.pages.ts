import { pageErrors, visiblePages } from '#forms/rules/rules.ts';
import type { PageState } from '#forms/types.ts';
import type { FormContext } from './form.types.ts';

type Pages = Pick<FormContext, 'evaluation' | 'page'>;
type Rules = Pages & Pick<FormContext, 'definition'>;

/** Returns the position of the page on the screen among the visible pages, from 0; -1 if it is hidden now. */
export const pageIndex = (context: Pages): number =>
  visiblePages(context.evaluation).findIndex((it) => it.key === context.page);

const pageAfter = (context: Pages): string | null =>
  visiblePages(context.evaluation)[pageIndex(context) + 1]?.key ?? null;

const isBroken = ({ definition, evaluation }: Rules, { key }: PageState): boolean =>
  pageErrors(definition!, evaluation, key).length > 0;

/**
 * Returns the next page; null is the end of the form. A person who came from the summary to change something returns
 * there, unless there is more to correct, or the change has made other pages necessary.
 */
export function pageOnward(
  context: Rules & Pick<FormContext, 'visited' | 'returnsToSummary' | 'toCorrect'>,
): string | null {
  if (!context.returnsToSummary) return pageAfter(context);
  const others = visiblePages(context.evaluation).filter(({ key }) => key !== context.page);
  const isDue = (it: PageState) =>
    context.toCorrect.some(({ page }) => page === it.key) ||
    !context.visited.includes(it.key) ||
    isBroken(context, it);
  return others.find(isDue)?.key ?? null;
}

/** Tells whether a page can be opened from outside: it was seen, or nothing is missing before it. */
export function isWithinReach(context: Rules & Pick<FormContext, 'visited'>, wanted: string | null): boolean {
  const pages = visiblePages(context.evaluation);
  const index = pages.findIndex(({ key }) => key === wanted);
  const page = pages[index];
  if (page === undefined) return false;
  return context.visited.includes(page.key) || !pages.slice(0, index).some((it) => isBroken(context, it));
}

export const pageBefore = (context: Pages): string | null =>
  visiblePages(context.evaluation)[pageIndex(context) - 1]?.key ?? null;

/** Returns the wanted page if it is visible, else the first visible page. */
export function pageToOpen(context: Pick<FormContext, 'evaluation'>, wanted: string | null): string {
  const pages = visiblePages(context.evaluation);
  return (pages.find((it) => it.key === wanted) ?? pages[0])?.key ?? '';
}
