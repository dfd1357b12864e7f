import type { AreaView, ExtendedAreaView } from '#contract/areas.ts';
import { areaTypeOf } from '#domain/area.ts';
import { onceFor } from '#server/once-for.ts';
import type { Area, Content } from '../types.ts';
import { displayName } from './place-index.ts';

type Areas = Pick<Content, 'areas'>;

/**
 * Returns an area with all fields of spec section 3. The key and the kind determine some fields; nothing is made up.
 */
export function areaView(content: Areas, area: Area): AreaView {
  const { ars, ags, kind, name, parentArs, postalCodes } = area;
  return {
    id: ars,
    name,
    nameShort: area.nameShort ?? null,
    description: area.description ?? null,
    kind,
    sourceId: area.sourceId ?? null,
    validFrom: area.validFrom ?? null,
    validTo: area.validTo ?? null,
    lastUpdated: area.lastUpdated ?? null,
    structuralKey: ars,
    parentStructuralKey: parentArs,
    displayName: displayName(content, area),
    uniqueName: uniqueName(content, area),
    ags,
    rs: ars.slice(0, 12).padEnd(12, '0'),
    // A regional key is state (2), region (1), district (2), association (4), municipality (3); then its parts (3).
    vnr: ars.length >= 9 ? ars.slice(5, 9) : null,
    otnr: ars.length > 12 ? ars.slice(12) : null,
    postalCodes,
    population: area.population ?? null,
  };
}

export function extendedAreaView(content: Areas, area: Area): ExtendedAreaView {
  const parent = area.parentArs === null ? undefined : content.areas.get(area.parentArs);
  return {
    ...areaView(content, area),
    dataSource: area.dataSource ?? null,
    parent: parent ? areaView(content, parent) : null,
    geoCodingShapes: area.geoCodingShapes ?? [],
    areaType: areaTypeOf(area.kind),
  };
}

/** The name with those of all areas around it, and its key where even that is not enough. */
function uniqueName({ areas }: Areas, area: Area): string {
  const chain = chainOf(areas, area);
  return (countsOf(areas).get(chain) ?? 0) > 1 ? `${chain} [${area.ars}]` : chain;
}

/** How many areas have a name with all around it; counted once for each loaded content. */
const countsOf = onceFor((areas: Content['areas']) => {
  const counts = new Map<string, number>();
  for (const area of areas.values()) {
    const chain = chainOf(areas, area);
    counts.set(chain, (counts.get(chain) ?? 0) + 1);
  }
  return counts;
});

function chainOf(areas: Content['areas'], area: Area): string {
  const names: string[] = [];
  for (let one: Area | undefined = area; one; one = one.parentArs ? areas.get(one.parentArs) : undefined) {
    names.push(one.name);
  }
  return names.join(', ');
}
