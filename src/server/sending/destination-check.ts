import type { Content, Metadata } from '#server/content/types.ts';
import type { SubmissionSchema } from '#server/ports/delivery.ts';
import type { ActiveDestination } from '#server/submission/fit-connect/keys.ts';
import { chosenSchema } from '#server/submission/fit-connect/offer.ts';
import { handInSchema, publicServiceOf, schemasOf } from './steps/package.ts';

/**
 * Asks the destination of each form, once each, whether it takes the form's data, and documents that are handed in later,
 * at every place of the form: before the first person sends it.
 * @returns the number of forms that were asked about, and a line for each fault, in the order of the forms
 */
export async function checkDestinations(
  { metadata }: Pick<Content, 'metadata'>,
  destination: (destinationId: string) => Promise<ActiveDestination>,
): Promise<{ forms: number; faults: string[] }> {
  const answers = new Map<string, Promise<ActiveDestination>>();
  const ask = (id: string): Promise<ActiveDestination> => {
    const asked = answers.get(id) ?? destination(id);
    answers.set(id, asked);
    return asked;
  };
  const faults: string[] = [];
  let forms = 0;
  for (const form of metadata.values()) {
    const { destinationId } = form.authority;
    if (destinationId === undefined) continue;
    forms += 1;
    const told = (fault: string) => faults.push(`${form.fmsFormId}, ${form.authority.name.de}: ${fault}`);
    try {
      const answer = await ask(destinationId);
      for (const schemas of [schemasOf(form), [handInSchema]]) faultsOf(answer, form, schemas).forEach(told);
    } catch (error) {
      told(messageOf(error));
    }
  }
  return { forms, faults };
}

/** Returns the fault of the first place, and how many others there are. */
function faultsOf(answer: ActiveDestination, form: Metadata, schemas: SubmissionSchema[]): string[] {
  const { destinationId } = answer;
  const publicService = publicServiceOf(form, 'de');
  const faults = form.areas.flatMap((area) => {
    try {
      chosenSchema(answer, { destinationId, publicService, area, schemas });
      return [];
    } catch (error) {
      return [messageOf(error)];
    }
  });
  const [first, ...others] = faults;
  if (first === undefined) return [];
  return [others.length === 0 ? first : `${first} (and at ${others.length} more places)`];
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
