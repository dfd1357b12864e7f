/**
 * The icon of a topic or life situation, decorative: the word next to it carries the meaning.
 * @param drawing path on a square of 24
 */
export function TopicIcon({ drawing }: { drawing: string }) {
  return (
    <svg className="sp-topic-icon" viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <path d={drawing} />
    </svg>
  );
}
