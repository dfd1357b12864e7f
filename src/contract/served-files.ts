/**
 * Files that are served unchanged at a fixed address: all of `public/`, and the licences of the libraries in the
 * browser application, which the build collects.
 */
export const servedFiles: ReadonlySet<string> = new Set([
  '/licences/libheif.txt',
  '/licences/libraries.txt',
  '/licences/noto-sans.txt',
]);
