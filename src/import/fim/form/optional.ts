import type { FimGroup, FimMember } from '../model.ts';
import { isGroup, isRepeated } from '../walk.ts';
import { isFixed } from './fixed.ts';
import { isBirthdate } from './known.ts';

/** How many questions the members of a group are; a repetition, a choice and a date are one. */
export const questionsIn = (members: readonly FimMember[]): number =>
  members.reduce((sum, member) => sum + questionsOf(member), 0);

function questionsOf(member: FimMember): number {
  if (isGroup(member)) return isOne(member, member.element) ? 1 : questionsIn(member.element.members);
  return isAsked(member) ? 1 : 0;
}

/** True if one of the members has to be answered. */
export const requireAnswer = (members: readonly FimMember[]): boolean =>
  members.some(
    (member) =>
      member.min > 0 &&
      (isGroup(member)
        ? isOne(member, member.element) || requireAnswer(member.element.members)
        : isAsked(member)),
  );

const isOne = (member: FimMember, group: FimGroup): boolean =>
  isRepeated(member) || group.isChoice || isBirthdate(group);

const isAsked = ({ element }: FimMember): boolean =>
  element.kind === 'field' && element.input !== 'label' && !isFixed(element);

/**
 * True if people have to say first whether they fill in a group that may be left out: then all of what it requires is
 * required. A group with one question is left out by leaving that empty.
 */
export const needsQuestion = ({ isChoice, members }: FimGroup): boolean =>
  !isChoice && questionsIn(members) > 1 && requireAnswer(members);
