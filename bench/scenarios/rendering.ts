import type { Locale } from '#domain/locale.ts';
import { demonstrationContent } from '#model-tests/http/public-addresses.ts';
import type { Content } from '#server/content/types.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { Figure, Scenario } from '../kit/figures.ts';
import { fullLoad } from '../kit/full-load.ts';
import { type Measured, startMeasured } from '../kit/server-process.ts';

const CONNECTIONS = 10;
const MAX_MS = 10_000;
/** Pages per second of another server-rendered portal, measured once on such a machine (10 connections). */
const PEER = 231;

export const rendering: Scenario = {
  title: 'Public pages of the service',
  about: `pages asked for one after the other over ${CONNECTIONS} open connections for at most ${MAX_MS / 1000} s, compressed, from another process; uncached: no page is asked for twice`,
  measure: async () => {
    await buildWhenChanged();
    const content = demonstrationContent();
    const service = await startMeasured();
    const { url } = service.portal;
    const [firstService = ''] = distinct(servicePages(content, 'de'), url);
    try {
      // Warms up: then Node has compiled the code.
      await fullLoad(distinct(servicePages(content, 'en'), url), { connections: CONNECTIONS, mostMs: 4_000 });
      return [
        ...(await measured(
          'service page, uncached',
          service,
          distinct(servicePages(content, 'de'), url),
          PEER,
        )),
        ...(await measured('search with results, uncached', service, distinct(searches(content), url), PEER)),
        ...(await measured('home, cached', service, again(`${url}${hrefOf.home('de')}`))),
        ...(await measured('service page, cached', service, again(firstService))),
        { name: 'memory of the service after it', value: await service.memory(), unit: 'MB' },
      ];
    } finally {
      await service.portal.close();
    }
  },
};

/**
 * Per second of time, and per second that the server kept a processor busy: what one core achieves without other
 * load.
 */
async function measured(
  name: string,
  service: Measured,
  addresses: Iterator<string>,
  least?: number,
): Promise<Figure[]> {
  const before = await service.processorTime();
  const { answered, ms } = await fullLoad(addresses, { connections: CONNECTIONS, mostMs: MAX_MS });
  const busyMs = (await service.processorTime()) - before;
  return [
    { name: `${name}: by the clock`, value: answered / (ms / 1000), unit: 'per s' },
    {
      name: `${name}: a second of processor time`,
      value: answered / (busyMs / 1000),
      unit: 'per s',
      ...(least !== undefined && { budget: { least } }),
    },
  ];
}

/** Every service at every municipality. */
function* servicePages({ services, areas }: Content, locale: Locale): Generator<string> {
  for (const { ars } of areas.values()) {
    if (ars.length !== 12) continue;
    for (const leiKaId of services.keys()) yield hrefOf.service(locale, leiKaId, { area: ars });
  }
}

/** Every keyword at every municipality. */
function* searches({ services, areas }: Content): Generator<string> {
  const words = new Set([...services.values()].flatMap(({ keywords }) => keywords.de));
  for (const { ars } of areas.values()) {
    if (ars.length !== 12) continue;
    for (const q of words) yield hrefOf.search('de', { q, area: ars });
  }
}

function* distinct(paths: Iterable<string>, url: string): Generator<string> {
  for (const path of paths) yield url + path;
}

function* again(address: string): Generator<string> {
  for (;;) yield address;
}
