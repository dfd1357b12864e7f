import type { EventObject } from 'xstate';
import type { Locale } from '#domain/locale.ts';
import { allMachines } from '#machines/all-machines.ts';
import { type DescribedArrow, type DescribedCause, describeMachine } from '#machines/drawing/describe.ts';
import { type Words, wordsOf } from '#ui/workshop/words.ts';
import { textsIn } from '../machine/texts.ts';
import type { Path, Step } from './path.ts';

const LONGEST_FACT = 40;

const gist = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const { code, status } = value as { code?: unknown; status?: unknown };
  const text = typeof code === 'string' ? code : typeof status === 'string' ? status : JSON.stringify(value);
  return text.length > LONGEST_FACT ? `${text.slice(0, LONGEST_FACT)}…` : text;
};

/** Facts of an event besides its name: `feeCents 1100`. */
const factsOf = (event: EventObject): string =>
  Object.entries(event)
    .filter(([name, value]) => name !== 'type' && name !== 'actorId' && value !== undefined)
    .map(([name, value]) => `${name} ${gist(JSON.parse(JSON.stringify(value)))}`)
    .join(', ');

const eventOf = (from: string, arrow: DescribedArrow) =>
  arrow.id.slice((from || '(any)').length + 1).replace(/#\d+$/, '');

/** Describes the paths of a machine in a language. An event unknown to the machine is called by its name. */
export function teller(machine: string, locale: Locale): (path: Path<EventObject>) => string[] {
  const description = describeMachine(allMachines[machine as keyof typeof allMachines]);
  const words: Words = wordsOf(description, textsIn(locale));
  const arrows = new Map(description.arrows.map((arrow) => [arrow.id, arrow]));
  const causes = new Map<string, DescribedCause>(
    description.arrows.map((arrow) => [eventOf(arrow.from, arrow), arrow.cause]),
  );
  const stateOf = (name: string) => name.split('+').map(words.state).join(' + ');

  function causeOf({ event }: Step<EventObject>): string {
    const cause = causes.get(event.type);
    const facts = factsOf(event);
    return `${cause ? words.cause(cause) : event.type}${facts ? ` (${facts})` : ''}`;
  }
  function tell(step: Step<EventObject>): string {
    if (step.refused) return `✗ ${causeOf(step)}: ${stateOf(step.from)}`;
    const why = step.arrows.flatMap(({ id, rule }) => {
      const guard = words.guard(arrows.get(id)?.guard ?? null);
      return [...(guard ? [guard] : []), ...(rule ? [rule] : [])];
    });
    return `→ ${causeOf(step)}: ${stateOf(step.to)}${why.length > 0 ? ` [${why.join(', ')}]` : ''}`;
  }
  return ({ id, start, steps }) => [
    `${id}  ${words.title}: ${start}`,
    `         ${stateOf(steps[0]?.from ?? '')}`,
    ...steps.map((step) => `       ${tell(step)}`),
  ];
}
