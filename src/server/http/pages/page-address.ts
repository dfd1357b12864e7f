/** Whether a path can be that of a page: not of a call, nor of a file that belongs to pages. */
export const isPageAddress = (path: string): boolean =>
  !/^\/(api|location|assets|builds|theme)(\/|$)/.test(path);
