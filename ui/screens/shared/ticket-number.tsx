/** The ticket number as people write it down: in one line. Nothing for an unknown number. */
export function TicketNumber({ number }: { number: string | undefined }) {
  return number === undefined ? null : <p className="sp-ticket">{number}</p>;
}
