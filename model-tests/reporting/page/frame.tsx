import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/**
 * A page of the report as text: its styles and its script are in it, so that it opens without a server.
 * @param script of the page, if it has one
 */
export function pageOf(title: string, css: string, content: ReactNode, script = ''): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the project's own style sheets */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main>{content}</main>
        {script === '' ? null : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the report's own script
          <script dangerouslySetInnerHTML={{ __html: script }} />
        )}
      </body>
    </html>,
  );
  return `<!doctype html>\n${markup}`;
}
