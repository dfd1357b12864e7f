import type { FimMember, FimPath, FimSchema } from '../model.ts';
import { isGroup, isRepeated, pathTo } from '../walk.ts';
import type { SchemaElements } from './elements.ts';
import type { Clause, ReadRule } from './rule.ts';

/** Groups of which a rule says that exactly one of all their members is given: people choose which one. */
export function choicesIn(rules: readonly ReadRule[], elements: SchemaElements): Set<FimPath> {
  const clauses = rules.flatMap((rule) => ('clauses' in rule ? rule.clauses : []));
  return new Set(clauses.filter((clause) => isChoice(clause, elements)).map(({ target }) => target));
}

/** True if the members that a clause chooses from are all that its group has. */
export function isChoice({ among, target }: Clause, elements: SchemaElements): boolean {
  const owner = elements.at(target);
  if (among?.is !== 'one' || owner?.element.kind !== 'group') return false;
  const { members } = owner.element;
  return (
    members.length === among.paths.length &&
    members.every(
      (member) => member.min === 0 && !isRepeated(member) && among.paths.includes(pathTo(target, member)),
    )
  );
}

/** The schema for the form: groups at the paths are choices. Its data are not changed by that. */
export function withChoices(schema: FimSchema, choices: ReadonlySet<FimPath>): FimSchema {
  const inside = (members: readonly FimMember[], at: FimPath): FimMember[] =>
    members.map((member) => {
      if (!isGroup(member)) return member;
      const path = pathTo(at, member);
      const { element } = member;
      const isChosen = element.isChoice || choices.has(path);
      return {
        ...member,
        element: { ...element, isChoice: isChosen, members: inside(element.members, path) },
      };
    });
  return { ...schema, members: inside(schema.members, '') };
}
