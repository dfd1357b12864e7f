import type { Database } from '#server/storage/database.ts';
import { breachesOf } from './laws.ts';
import { BEFORE_ALL, readCourses } from './read-courses.ts';

/** Applications that are read at a time. */
const BATCH = 100;
/** Most lines about breaches: if there are more, the fault is none of single applications. */
const TOLD = 200;

/**
 * Checks the journals of all applications against the laws, and tells how many there are and each breach: by the ticket
 * number of its application, or its id, without anything that the person has entered.
 * @param tell takes a line for operators
 * @returns whether every journal keeps the laws
 */
export async function checkJournal(db: Database, tell: (line: string) => void): Promise<boolean> {
  const sum = { applications: 0, entries: 0, breaches: 0, broken: 0 };
  for (let after: string | null = BEFORE_ALL; after !== null; ) {
    const courses = await readCourses(db, after, BATCH);
    for (const course of courses) {
      const breaches = breachesOf(course);
      for (const { law, what } of breaches) {
        sum.breaches += 1;
        if (sum.breaches <= TOLD) tell(`${course.ticketNumber ?? course.id}  ${law}: ${what}`);
      }
      sum.applications += 1;
      sum.entries += course.entries.length;
      sum.broken += breaches.length > 0 ? 1 : 0;
    }
    after = courses.at(-1)?.id ?? null;
  }
  if (sum.breaches > TOLD) tell(`and ${sum.breaches - TOLD} more`);
  tell(`${sum.applications} applications with ${sum.entries} entries were checked`);
  tell(
    sum.breaches === 0
      ? 'all of them keep the laws'
      : `${sum.breaches} breaches, of ${sum.broken} applications`,
  );
  return sum.breaches === 0;
}
