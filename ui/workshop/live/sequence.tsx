import { textWidth } from '../diagram/text-width.ts';
import { wrap } from '../diagram/wrap.ts';
import { Scroll } from '../scroll.tsx';
import { useWorkshop } from '../workshop-context.ts';
import type { LiveWords } from './live-words.ts';
import type { Entry } from './recording.ts';

/** Number of messages drawn at once: the latest. */
const MESSAGES = 20;
/** Least distance of two lines; a longer message between neighbours takes the space that it needs. */
const COLUMN = 190;
const ROW = 34;
/** Sizes of the texts in workshop.css. */
const MESSAGE_SIZE = 12;
const NAME_SIZE = 14;
const NAME_LINE = 18;
/** Types of XState's events within a call: they are no messages between actors. */
const WITHIN = /^xstate\.(?:init|promise)\b/;

/** The messages between actors of a window, as a picture; the log has them in words. */
export function Sequence({
  past,
  words,
  window,
}: {
  past: readonly Entry[];
  words: LiveWords;
  window: string | null;
}) {
  const { t } = useWorkshop();
  const messages = past
    .filter(({ born, event }) => !born && event !== null && !WITHIN.test(event))
    .filter(({ actor }) => words.actorOf(actor)?.window === window)
    .slice(-MESSAGES);
  const receiver = words.actorOf(messages[0]?.actor ?? null);
  if (!receiver) return <p className="ws-quiet">{t('live.nothingSent')}</p>;
  const keys = [...new Set(messages.flatMap(({ source, actor }) => [source, actor]))];
  const labelOf = (entry: Entry) => words.event(entry) ?? entry.event ?? '';
  const areNear = ({ source, actor }: Entry) => Math.abs(keys.indexOf(source) - keys.indexOf(actor)) < 2;
  const widths = messages.filter(areNear).map((entry) => textWidth(labelOf(entry), MESSAGE_SIZE));
  const column = Math.max(COLUMN, ...widths.map((width) => width + 36));
  const names = keys.map((key) => wrap(words.nameAt(key), column - 16, NAME_SIZE, 600));
  const head = 30 + NAME_LINE * Math.max(...names.map(({ length }) => length));
  const at = (key: string | null) => column / 2 + keys.indexOf(key) * column;
  const width = keys.length * column;
  const height = head + messages.length * ROW + 16;
  return (
    <>
      <p className="ws-quiet">
        {t('live.sequenceOf', { window: words.windowOf(receiver), count: messages.length })}
      </p>
      <Scroll className="ws-area" label={t('live.sequence')}>
        <svg
          className="ws-sequence"
          width={width}
          height={height}
          role="img"
          aria-label={t('live.sequenceLabel')}
        >
          {keys.map((key, index) => (
            <g key={key ?? ''}>
              <line className="ws-lifeline" x1={at(key)} x2={at(key)} y1={head - 8} y2={height} />
              {names[index]?.map((line, number) => (
                <text
                  key={line}
                  x={at(key)}
                  y={20 + number * NAME_LINE}
                  textAnchor="middle"
                  className="ws-lifeline-name"
                >
                  {line}
                </text>
              ))}
            </g>
          ))}
          {messages.map((entry, index) => {
            const y = head + index * ROW + 22;
            const [from, to] = [at(entry.source), at(entry.actor)];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other identity
              <g key={index}>
                {from === to ? (
                  <path className="ws-message" d={`M${from},${y - 8}h24v12h-20`} />
                ) : (
                  <line className="ws-message" x1={from} x2={to + (to > from ? -6 : 6)} y1={y} y2={y} />
                )}
                <path
                  className="ws-head"
                  d={from === to ? `M${to},${y + 4}l8,-4v8z` : `M${to},${y}l${to > from ? -8 : 8},-4v8z`}
                />
                <text
                  x={from === to ? from + 30 : (from + to) / 2}
                  y={y - 6}
                  textAnchor={from === to ? 'start' : 'middle'}
                >
                  {labelOf(entry)}
                </text>
              </g>
            );
          })}
        </svg>
      </Scroll>
    </>
  );
}
