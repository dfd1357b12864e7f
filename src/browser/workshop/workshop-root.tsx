import { useEffect, useMemo, useState } from 'react';
import { calls } from '#contract/calls.ts';
import { WORKSHOP_DATA_ID, type WorkshopData } from '#contract/workshop-page.ts';
import { createPlayer } from '#ui/workshop/live/player-store.ts';
import { hrefOf, type Place } from '#ui/workshop/place.ts';
import { textsIn } from '#ui/workshop/texts.ts';
import { type Workshop, WorkshopProvider } from '#ui/workshop/workshop-context.ts';
import { WorkshopPage } from '#ui/workshop/workshop-page.tsx';
import { createApi } from '../api.ts';
import { hearWindows } from './hear-windows.ts';
import { layoutWorker } from './layout-worker.ts';
import { hearContexts } from './shown-contexts.ts';
import { testRunOf } from './test-run.ts';
import { usePlace } from './use-place.ts';
import { viewerAt } from './viewer.ts';

/** The data that the page carries. */
const readData = (): WorkshopData =>
  JSON.parse(document.getElementById(WORKSHOP_DATA_ID)?.textContent ?? '') as WorkshopData;

/** The workshop with the tools that it needs of the browser: address, texts, and a worker for layouts. */
export function WorkshopRoot() {
  const { locale, place, go } = usePlace();
  const [engine] = useState(layoutWorker);
  const [player] = useState(createPlayer);
  const [{ confirmedRules, testRun: standing, viewer: viewerUrl }] = useState(readData);
  const [testRun] = useState(() => testRunOf(standing));
  const [viewer] = useState(() => viewerAt(viewerUrl));
  const [contextOf] = useState<Workshop['contextOf']>(hearContexts);
  const [api] = useState(() => createApi(calls));
  useEffect(() => hearWindows(player.hear), [player]);
  const fixed = useMemo(
    () => ({
      locale,
      t: textsIn(locale),
      engine,
      player,
      api,
      confirmedRules,
      testRun,
      viewer,
      contextOf,
      hrefOf: (to: Place) => hrefOf(locale, to),
    }),
    [locale, engine, player, api, confirmedRules, testRun, viewer, contextOf],
  );
  return (
    <WorkshopProvider value={{ ...fixed, place, go }}>
      <WorkshopPage />
    </WorkshopProvider>
  );
}
