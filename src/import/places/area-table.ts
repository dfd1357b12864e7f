import { AREA_COLUMNS, AREA_DETAILS } from '#server/content/load/places.ts';
import type { Area, AreaDetails } from '#server/content/types.ts';
import { csvText } from './tables.ts';

type Detail = (typeof AREA_DETAILS)[number];

/** The cells of an area; a detail is present only if the register has it. */
export type AreaCells = Record<(typeof AREA_COLUMNS)[number], string> & Partial<Record<Detail, string>>;

/** The table of areas, with a column for each detail that any area has. */
export function areaTable(areas: readonly AreaCells[]): string {
  const used = AREA_DETAILS.filter((name) => areas.some((area) => area[name]));
  const columns = [...AREA_COLUMNS, ...used];
  return csvText(
    columns,
    areas.map((area) => columns.map((name) => area[name] ?? '')),
  );
}

/** An area as the table has it. */
export function cellsOf(
  area: Pick<Area, 'ars' | 'ags' | 'kind' | 'name' | 'parentArs'> & AreaDetails,
): AreaCells {
  const { ars, ags, kind, name, parentArs, population, geoCodingShapes } = area;
  const said = AREA_DETAILS.flatMap((detail) => {
    const value = area[detail];
    return typeof value === 'string' ? [[detail, value]] : [];
  });
  return {
    ars,
    ags: ags ?? '',
    kind,
    name,
    parentArs: parentArs ?? '',
    ...(Object.fromEntries(said) as Partial<Record<Detail, string>>),
    ...(population !== undefined && { population: String(population) }),
    ...(geoCodingShapes && { geoCodingShapes: geoCodingShapes.join(' ') }),
  };
}
