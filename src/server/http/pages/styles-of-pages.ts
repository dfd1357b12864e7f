import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { sourceHash } from '#server/html/source-hash.ts';

/**
 * Source expressions of the inline style sheets of pages, for the content security policy: of the build, of the
 * theme, and of the theme before it. A page may be started before a change and sent after it.
 */
export function stylesOfPages(context: ServerContext, files: PageFiles | null): () => readonly string[] {
  const ofBuild = Object.values(files?.css ?? {}).map(sourceHash);
  let { css } = context.content().theme;
  let ofThemes = [sourceHash(css)];
  return () => {
    const { theme } = context.content();
    if (theme.css !== css) {
      ofThemes = [sourceHash(theme.css), ...ofThemes.slice(0, 1)];
      css = theme.css;
    }
    return [...ofBuild, ...ofThemes];
  };
}
