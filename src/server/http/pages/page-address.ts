/** Whether a path can belong to a page, rather than to a call or to a file of pages. */
export const isPageAddress = (path: string): boolean =>
  !/^\/(api|location|assets|builds|theme)(\/|$)/.test(path);
