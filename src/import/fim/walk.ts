import type { FimField, FimGroup, FimMember, FimPath, FimSchema } from './model.ts';

/** A member of a schema with its path and the groups around it, outermost first. */
export type Placed = { path: FimPath; member: FimMember; around: readonly FimMember[] };
export type PlacedField = Placed & { field: FimField };

/** True if an element occurs more than once. */
export const isRepeated = ({ max }: FimMember): boolean => max === null || max > 1;

/** All members of a schema in its order, each before its own members. */
export function placed(schema: FimSchema): Placed[] {
  const inside = (members: readonly FimMember[], at: FimPath, around: readonly FimMember[]): Placed[] =>
    members.flatMap((member) => {
      const path = pathTo(at, member);
      const own = { path, member, around };
      return isGroup(member) ? [own, ...inside(member.element.members, path, [...around, member])] : [own];
    });
  return inside(schema.members, '', []);
}

/** All fields of a schema in its order. */
export const placedFields = (schema: FimSchema): PlacedField[] =>
  placed(schema).flatMap((place) =>
    place.member.element.kind === 'field' ? [{ ...place, field: place.member.element }] : [],
  );

export const isGroup = (member: FimMember): member is FimMember & { element: FimGroup } =>
  member.element.kind === 'group';

/** The path of a member of the group (or schema) at another path. */
export const pathTo = (around: FimPath, { element }: FimMember): FimPath =>
  around === '' ? element.id : `${around}.${element.id}`;
