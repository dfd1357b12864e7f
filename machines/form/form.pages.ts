import type { FormContext, FormPage } from './form.types.ts';

type Pages = Pick<FormContext, 'evaluation' | 'page'>;

/** The pages that the data makes visible, in order. */
export const visiblePages = ({ evaluation }: Pages): FormPage[] =>
  evaluation.pages.filter((it) => it.visible);

/** Position of the page on the screen among the visible ones, from 0; -1 when it is hidden now. */
export const pageIndex = (context: Pages): number =>
  visiblePages(context).findIndex((it) => it.key === context.page);

export const pageAfter = (context: Pages): string | null =>
  visiblePages(context)[pageIndex(context) + 1]?.key ?? null;
export const pageBefore = (context: Pages): string | null =>
  visiblePages(context)[pageIndex(context) - 1]?.key ?? null;

/** The wanted page where it is visible, else the first visible one. */
export function pageToOpen(context: Pick<FormContext, 'evaluation'>, wanted: string | null): string {
  const pages = context.evaluation.pages.filter((it) => it.visible);
  return (pages.find((it) => it.key === wanted) ?? pages[0])?.key ?? '';
}
