import { hydrateRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { settings } from '#ui/screens/testing/theme.ts';
import { ApiProblem } from '../api-problem.ts';
import { serverI18n } from '../i18n/server-i18n.ts';
import { cachedStaticPortal } from '../wiring/static-portal.ts';
import { render } from './render.tsx';
import { createPublicRouter } from './router.ts';
import { PublicView } from './view.tsx';

const ADDRESS = '/suche?q=Hund';

it('a page is taken up when its contents are: what the workflows do from then on cannot hinder it', async () => {
  const body = JSON.stringify({ type: 'urn:serviceportal:problem:internal', status: 500, code: 'internal' });
  const { markup } = await render({
    href: ADDRESS,
    place: null,
    settings,
    read: async () => ({ status: 500, body }),
  });
  document.body.innerHTML = `<div id="app">${markup}</div>`;
  history.replaceState(null, '', ADDRESS);
  const router = createPublicRouter({
    api: { search: () => Promise.reject(new ApiProblem('internal')) } as never,
    chosenArea: () => undefined,
    enterLocale: async () => undefined,
    prepare: async () => undefined,
  });
  await router.load();
  router.ssr = { manifest: undefined };
  const main = document.querySelector('main')!;
  const isTaken = Promise.withResolvers<boolean>();
  const root = hydrateRoot(
    document.querySelector('#app')!,
    <PublicView
      router={router}
      portal={cachedStaticPortal('de', null)}
      i18n={serverI18n.de}
      settings={settings}
      pageShown={() => isTaken.resolve(Object.keys(main).some((key) => key.startsWith('__reactProps')))}
    />,
  );
  expect(await isTaken.promise).toBe(true);
  expect(document.querySelector('main'), 'as the server sent it').toBe(main);
  root.unmount();
});
