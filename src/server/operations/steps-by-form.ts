import type { Localised } from '#domain/locale.ts';
import { processStatuses } from '#domain/process-status.ts';
import { type Counted, type DayRange, readSteps } from '#server/analytics/report.ts';
import type { Content } from '#server/content/types.ts';
import type { Database } from '#server/storage/database.ts';

const steps = [...processStatuses, 'deleted'] as const;

/** Number of times that applications of a form have come to a status. */
export type StepOfForm = { form: string; status: (typeof steps)[number]; count: number };

/** The form of an offer; its id where the content does not have it any more. */
const formOf = (offer: string, content: Content): string => content.metadata.get(offer)?.fmsFormId ?? offer;

/** Adds up the counts of offers by form, because the offers of all authorities share one form. */
export function stepsByForm(counted: Counted[], content: Content): StepOfForm[] {
  const forms = new Map<string, Map<string, number>>();
  for (const { subject, detail, count } of counted) {
    const form = formOf(subject, content);
    const counts = forms.get(form) ?? new Map<string, number>();
    counts.set(detail, (counts.get(detail) ?? 0) + count);
    forms.set(form, counts);
  }
  return [...forms]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([form, counts]) =>
      steps.flatMap((status) => {
        const count = counts.get(status);
        return count === undefined ? [] : { form, status, count };
      }),
    );
}

/** Returns the name of the service of a form; its id where the content does not have it any more. */
export function serviceName(form: string, content: Content): Readonly<Localised> {
  const metadata = [...content.metadata.values()].find(({ fmsFormId }) => fmsFormId === form);
  return (metadata && content.services.get(metadata.leiKaId)?.title) ?? { de: form, en: form };
}

/** Returns, for each form of a range of days, how often its applications came to each status, and how often drafts ended there. */
export async function formsReached(db: Database, range: DayRange, content: Content) {
  const counted = await readSteps(db, range);
  const reached = stepsByForm(counted, content);
  const ended = (form: string, status: string, how: 'deleted' | 'expired') =>
    counted
      .filter(({ subject, detail }) => formOf(subject, content) === form && detail === `${status}/${how}`)
      .reduce((sum, { count }) => sum + count, 0);
  return [...Map.groupBy(reached, ({ form }) => form)].map(([form, rows]) => ({
    form,
    name: serviceName(form, content),
    reached: rows.map(({ status, count }) => ({
      state: status,
      count,
      deleted: ended(form, status, 'deleted'),
      expired: ended(form, status, 'expired'),
    })),
  }));
}
