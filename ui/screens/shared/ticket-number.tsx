/** The ticket number as people write it down: in one line. Nothing where there is none. */
export function TicketNumber({ number }: { number: string | undefined }) {
  return number === undefined ? null : <p className="sp-ticket">{number}</p>;
}
