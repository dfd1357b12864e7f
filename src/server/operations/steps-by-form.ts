import type { Localised } from '#domain/locale.ts';
import { processStatuses } from '#domain/process-status.ts';
import { type Counted, type DayRange, readSteps } from '#server/analytics/report.ts';
import type { Content } from '#server/content/types.ts';
import type { Database } from '#server/storage/database.ts';

const steps = [...processStatuses, 'deleted'] as const;

/** Number of times that applications of a form have come to a status. */
export type StepOfForm = { form: string; status: (typeof steps)[number]; count: number };

/** Adds up the counts of offers by form, because the offers of all authorities share one form. */
export function stepsByForm(counted: Counted[], content: Content): StepOfForm[] {
  const forms = new Map<string, Map<string, number>>();
  for (const { subject, detail, count } of counted) {
    const form = content.metadata.get(subject)?.fmsFormId ?? subject;
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

/** Returns, for each form of a range of days, its name and how often its applications came to each status. */
export async function formsReached(db: Database, range: DayRange, content: Content) {
  const reached = stepsByForm(await readSteps(db, range), content);
  return [...Map.groupBy(reached, ({ form }) => form)].map(([form, rows]) => ({
    form,
    name: serviceName(form, content),
    reached: rows.map(({ status, count }) => ({ state: status, count })),
  }));
}
