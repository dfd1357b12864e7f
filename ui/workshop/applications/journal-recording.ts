import type { StateNames } from '#contract/inspection.ts';
import type { JournalEntry } from '#contract/workshop.ts';
import { allMachines } from '#machines/all-machines.ts';
import type { DescribedArrow } from '#machines/drawing/describe.ts';
import { drawingHash } from '#machines/drawing/drawing-hash.ts';
import { eventIn } from '../live/live-words.ts';
import type { Entry, Recording } from '../live/recording.ts';
import { workflows } from '../machines.ts';

type Named = Pick<JournalEntry, 'machine' | 'attempt'>;

/** A machine of an application; each attempt to pay is one of its own. */
export const keyOf = ({ machine, attempt }: Named): string =>
  attempt === null ? machine : `${machine} ${attempt}`;

/** A path such as `running.sending` as XState writes it. */
const stateNames = (path: string): StateNames =>
  path
    .split('.')
    .reduceRight<StateNames | null>((inner, state) => (inner === null ? state : { [state]: inner }), null) ??
  '';

const isOn = (from: string, path: string) => path === '' || from === path || from.startsWith(`${path}.`);

/** The arrow of a move; null for a start, and for a refused event. */
export function arrowOf({
  machine,
  event,
  from,
  to,
  rule,
  refused,
}: Pick<JournalEntry, 'machine' | 'event' | 'from' | 'to' | 'rule' | 'refused'>): DescribedArrow | null {
  if (refused || event === null || from === null || to === null) return null;
  const arrows = (workflows.get(machine)?.arrows ?? []).filter(
    (arrow) => !arrow.isIgnored && eventIn(arrow.id) === event && isOn(from, arrow.from),
  );
  return (
    arrows.find((arrow) => arrow.rule === rule && arrow.to.some((target) => isOn(to, target))) ??
    arrows.find((arrow) => arrow.rule === rule) ??
    null
  );
}

/**
 * An arrow with the event of an entry, for its words: that of the move, or any arrow of the event where it was refused.
 */
export const eventArrowOf = (entry: JournalEntry): DescribedArrow | null =>
  arrowOf(entry) ??
  workflows.get(entry.machine)?.arrows.find(({ id }) => eventIn(id) === entry.event) ??
  null;

/**
 * Whether a refused event says what is known: it leads to the state in which the machine is. Partners report again until
 * they are sure that they were heard.
 */
export const isNothingNew = ({ machine, event, from, refused }: JournalEntry): boolean =>
  refused &&
  from !== null &&
  (workflows.get(machine)?.arrows ?? []).some(
    ({ id, to }) => eventIn(id) === event && to.some((target) => isOn(from, target)),
  );

/** The journal of an application as a recording for the player: an entry for each entry. */
export function journalRecording(journal: readonly JournalEntry[]): Recording {
  const begun = new Set<string>();
  const entries = journal.map((entry): Entry => {
    const key = keyOf(entry);
    const isNew = !begun.has(key);
    begun.add(key);
    const arrow = arrowOf(entry);
    const state = entry.to ?? entry.from;
    return {
      at: Date.parse(entry.at),
      actor: key,
      ...(isNew && {
        born: {
          key,
          window: 'server',
          page: 1,
          parent: null,
          name: entry.machine,
          drawing: drawingHash(allMachines[entry.machine]),
        },
      }),
      source: null,
      event: entry.event,
      status: 'active',
      value: state === null ? null : stateNames(state),
      arrows: arrow ? [arrow.id] : [],
    };
  });
  return { base: [], entries, dropped: 0 };
}
