import type { FastifyInstance } from 'fastify';
import { workshopPaths } from '#contract/pages.ts';
import { WORKSHOP_DATA_ID, type WorkshopData } from '#contract/workshop-page.ts';
import { locales } from '#domain/locale.ts';
import de from '#locales/de/workshop.json' with { type: 'json' };
import en from '#locales/en/workshop.json' with { type: 'json' };
import type { ServerContext } from '#server/context.ts';
import { Html, html } from '#server/html/html.ts';
import { scriptData } from '#server/html/html-document.ts';
import { readWorkshopFiles } from '#server/html/workshop-files.ts';
import { mayInspect } from '../security/may-inspect.ts';
import { giveXsrfCookie } from '../security/xsrf.ts';
import { testRunStanding } from './workshop-test-run.ts';

const texts = { de, en };

/**
 * Serves the workshop (src/browser/workshop), whose script renders the page. People who may not follow windows get
 * "not found", as for any unknown address.
 */
export function workshopPageRoutes(app: FastifyInstance, context: ServerContext): void {
  const files = readWorkshopFiles();
  if (files === null) return;
  for (const locale of locales) {
    const { title, noScript } = texts[locale];
    app.get(workshopPaths[locale], async (request, reply) => {
      if (!(await mayInspect(context, request))) return reply.callNotFound();
      giveXsrfCookie(request, reply);
      const styles = files.styles.map((style) => html`<link rel="stylesheet" href="${style}">`);
      const data: WorkshopData = {
        confirmedRules: [...context.content().confirmedRules.values()],
        testRun: testRunStanding(),
        viewer: context.config.INSPECTOR_URL ?? null,
      };
      const page = html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="${context.content().theme.portal.favicon}" type="image/svg+xml">
${styles}
<script type="module" src="${files.script}"></script>
</head><body><noscript><p>${noScript}</p></noscript><div id="app"></div>
<script type="application/json" id="${WORKSHOP_DATA_ID}">${new Html(scriptData(data))}</script></body></html>`;
      return reply.type('text/html; charset=utf-8').send(page.text);
    });
  }
}
