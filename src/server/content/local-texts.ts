import { areasAround, significantKey } from './places/area-keys.ts';
import type { Content, Duration, LocalText, Service } from './types.ts';

/** Modules whose figures are shown apart from their text. */
const figures = ['costs', 'deadlines', 'processingTime'] as const;
const moduleOf = { costs: 'cost', deadlines: 'deadlines', processingTime: 'processingTime' } as const;

/**
 * Returns a service as it is at a place (regional key). Modules of the most specific area around the place replace
 * those of the whole state, or are added. Text and figures of a module come from one source, so that no amount
 * contradicts the text below it.
 */
export function atPlace(service: Service, ars: string): Service {
  const local = areasAround(ars)
    .map((area) => service.localTexts.find(({ areas }) => areas.some((one) => significantKey(one) === area)))
    .find((one) => one !== undefined);
  return local ? replaced(service, local) : service;
}

/** Returns how long a service usually takes at a place (regional key); null where the content does not say it. */
export function processingTimeAt(
  { services }: Pick<Content, 'services'>,
  leiKaId: string,
  ars: string,
): Duration | null {
  const service = services.get(leiKaId);
  return (service && atPlace(service, ars).processingTime) ?? null;
}

function replaced(service: Service, local: LocalText): Service {
  const { costs, deadlines, processingTime, ...rest } = service;
  const { texts } = local;
  const own = figures.filter((name) => local[name] !== undefined || texts[moduleOf[name]] !== undefined);
  const source = (name: (typeof figures)[number]) => (own.includes(name) ? local : service);
  const kept = Object.entries(service.texts).filter(
    ([module]) => !own.some((name) => moduleOf[name] === module),
  );
  const time = source('processingTime').processingTime;
  return {
    ...rest,
    texts: { ...Object.fromEntries(kept), ...texts },
    costs: source('costs').costs ?? [],
    deadlines: source('deadlines').deadlines ?? [],
    ...(time && { processingTime: time }),
  };
}
