import { useWorkshop } from '../workshop-context.ts';
import type { LiveWords } from './live-words.ts';
import type { Entry } from './recording.ts';

/** Messages drawn at once: the latest. */
const MESSAGES = 20;
const COLUMN = 190;
const ROW = 34;
const HEAD = 48;

/** Who sent what to whom, as a picture; the log says the same in words. */
export function Sequence({ past, words }: { past: readonly Entry[]; words: LiveWords }) {
  const { t } = useWorkshop();
  const messages = past.filter(({ born, event }) => !born && event !== null).slice(-MESSAGES);
  if (messages.length === 0) return <p className="ws-quiet">{t('live.nothingSent')}</p>;
  const keys = [...new Set(messages.flatMap(({ source, actor }) => [source, actor]))];
  const at = (key: string | null) => COLUMN / 2 + keys.indexOf(key) * COLUMN;
  const width = keys.length * COLUMN;
  const height = HEAD + messages.length * ROW + 16;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the page that scrolls
    <div
      className="ws-area"
      role="region"
      aria-label={t('live.sequence')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
    >
      <svg
        className="ws-sequence"
        width={width}
        height={height}
        role="img"
        aria-label={t('live.sequenceLabel')}
      >
        {keys.map((key) => (
          <g key={key ?? ''}>
            <line className="ws-lifeline" x1={at(key)} x2={at(key)} y1={HEAD - 8} y2={height} />
            <text x={at(key)} y={20} textAnchor="middle" className="ws-lifeline-name">
              {words.nameAt(key)}
            </text>
          </g>
        ))}
        {messages.map((entry, index) => {
          const y = HEAD + index * ROW + 22;
          const [from, to] = [at(entry.source), at(entry.actor)];
          const label = words.event(entry) ?? entry.event;
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
                {label}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
