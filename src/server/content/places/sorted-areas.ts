import type { areaSorts } from '#domain/area.ts';
import type { Area, Content, Position } from '../types.ts';
import { isValid } from './valid.ts';

const EARTH_KM = 6371;

/** The distance of two places on the ground, in kilometres. */
export function kilometres(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  const chord = half(one.latitude, other.latitude) + across * half(one.longitude, other.longitude);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/**
 * Sorts the areas that exist today. By distance, the nearest come first and those of unknown position last.
 * @param near the area from which the distance counts
 */
export function sortedAreas(
  { areas }: Pick<Content, 'areas'>,
  { sort, near, kind }: { sort: (typeof areaSorts)[number]; near: Area | null; kind?: string | undefined },
): { area: Area; distance: number | null }[] {
  const from = near?.position;
  const distance = ({ position }: Area) => (from && position ? kilometres(from, position) : null);
  const found = [...areas.values()]
    .filter((area) => isValid(area) && (kind === undefined || area.kind === kind))
    .map((area) => ({ area, distance: distance(area) }))
    .sort((one, other) => (one.area.ars < other.area.ars ? -1 : 1));
  if (sort === 'id') return found;
  const far = Number.POSITIVE_INFINITY;
  return found.sort((one, other) => {
    const [here, there] = [one.distance ?? far, other.distance ?? far];
    return here === there ? 0 : here - there;
  });
}
