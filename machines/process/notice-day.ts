/** Number of days after being made available that a notice counts as announced. */
const DAYS_UNTIL_ANNOUNCED = 4;

/**
 * The day on which an electronic notice counts as announced: the fourth after the one on which the authority made it
 * available in the postbox (spec section 9; § 9 (1) OZG, as of 2025 for posted letters too: § 41 (2) VwVfG, § 37 (2)
 * SGB X, § 110 (2) LVwG of Schleswig-Holstein). The first day is not counted (§ 187 (1) BGB). Saturdays, Sundays and
 * public holidays count like any other day: the law fixes a day and sets no time limit that could end later (BSG,
 * 6 May 2010, B 14 AS 12/09 R). Not so for taxes (§ 108 (3) AO; BFH, 14 October 2003, IX R 68/98), whose forms must
 * not offer the electronic notice as long as this is the only rule.
 * @param availableOn day in Germany, YYYY-MM-DD
 * @returns day, YYYY-MM-DD
 * @throws RangeError when the day does not exist
 */
export function announcedOn(availableOn: string): string {
  const day = new Date(`${availableOn}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + DAYS_UNTIL_ANNOUNCED);
  return day.toISOString().slice(0, 10);
}
