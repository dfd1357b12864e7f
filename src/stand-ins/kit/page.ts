import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from '#server/html/html.ts';
import { AUTO_POST_SCRIPT, STYLE } from './page-assets.ts';

export type Page = {
  title: string;
  /** The role of this stand-in, e.g. "Bürgerkonto / Citizens' account". */
  role: string;
  body: Html;
  /** Adds the script that submits the page's form automatically. */
  autoPost?: boolean;
  /** Origins other than our own to which a form of this page, or its redirect, leads. */
  formTargets?: string[];
};

/** Serves the style and script of the pages below. @param look a style in addition to that of all stand-ins */
export function registerPageAssets(app: FastifyInstance, look = ''): void {
  app.get('/stand-in.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE + look));
  app.get('/auto-post.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(AUTO_POST_SCRIPT),
  );
}

/** Reads HTML forms (application/x-www-form-urlencoded) into a flat record; the first of equal names counts. */
export function registerFormBody(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries([...new URLSearchParams(String(body))].reverse()));
    },
  );
}

/** Sends a page that states plainly that it is a demonstration, under a policy without inline script or style. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const formAction = ["'self'", ...(page.formTargets ?? [])].join(' ');
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `script-src ${page.autoPost ? "'self'" : "'none'"}`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return reply
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(pageText(page));
}

/** The page as text, for a program that sends it itself. */
export const pageText = (page: Page): string => layout(page).text;

function layout(page: Page): Html {
  return html`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} – Demonstration</title>
<link rel="stylesheet" href="/stand-in.css">
<link rel="icon" href="data:,">
${page.autoPost ? html`<script src="/auto-post.js" defer></script>` : null}
</head>
<body>
<header><p class="demo"><strong>Demonstration</strong> · Keine echten Daten, kein echtes Geld.
<span lang="en">No real data, no real money.</span></p>
<p class="role">${page.role}</p></header>
<main>
${page.body}
</main>
</body>
</html>
`;
}
