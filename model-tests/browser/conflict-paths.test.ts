import type { Locale } from '#domain/locale.ts';
import type { ConflictContext, ConflictEvent, ConflictInput } from '#machines/conflict/conflict.types.ts';
import { conflictSubject, conflictView } from '../flows/conflict.subject.ts';
import { type Ends, internalEvents } from '../flows/internal-events.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type CallEnd, ConflictWalker } from './conflict-walker.ts';
import { walkPaths } from './walk-paths.ts';

const failure = (...codes: CallEnd[]) => codes.map((code) => ({ code }));
const [name] = conflictView.differences;
/** The probe compares one field: the place. */
const town = { ...conflictView, differences: [{ ...name!, key: 'town' }] };

const OTHER_VALUES = 'h2';

/** Possible ends of the calls. The walker brings each about by its name. */
const ends: Ends<ConflictContext> = {
  loadConflict: ({ locale, conflict, problem }) => ({
    outputs: [
      {
        ...town,
        lang: locale,
        hash: problem?.code === 'version-conflict' ? OTHER_VALUES : (conflict?.hash ?? town.hash),
        end: 'differs' satisfies CallEnd,
      },
      { ...town, lang: locale, differences: [], end: 'nothing' satisfies CallEnd },
    ],
    errors: failure('not-found', 'network'),
  }),
  // One further change of the account is enough for a path.
  decideConflict: ({ conflict }) => ({
    outputs: [{ end: 'decided' satisfies CallEnd }],
    errors: failure(
      'not-found',
      'network',
      ...(conflict?.hash === OTHER_VALUES ? [] : (['version-conflict'] as const)),
    ),
  }),
};

const events: readonly ConflictEvent[] = [
  { type: 'choice.made', key: 'town', choice: 'correct' },
  { type: 'choice.made', key: 'town', choice: 'apply' },
  { type: 'decision.confirmed' },
];
const other = ({ locale }: ConflictContext): Locale => (locale === 'de' ? 'en' : 'de');

const subject: Subject<ConflictEvent | InternalEvent, ConflictContext, ConflictInput> = {
  ...conflictSubject,
  events: ({ snapshot, state, context }) => [
    ...events,
    // While a call is held back, the switch would wait for its answer.
    ...(state === 'deciding' ? [{ type: 'locale.changed' as const, locale: other(context) }] : []),
    ...(state === 'unavailable'
      ? [{ type: 'network.restored' as const }, { type: 'retry.requested' as const }]
      : []),
    ...internalEvents(snapshot, ends),
  ],
};

walkPaths('leads a person through every arrow of a data conflict', {
  subject,
  longest: 9,
  content: () => makeProbeContent(),
  walker: (stage) => new ConflictWalker(stage),
  timeLimitMs: 1_200_000,
});
