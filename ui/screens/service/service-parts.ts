import type { ServiceAnswer } from '#contract/content.ts';
import { type TextModule, textModules } from '#contract/text-modules.ts';

/** A part of the page: its HTML if the content has any, and its figures unless the words or the box name them. */
export type ServicePart = { module: TextModule; html: string | null; showsFigures: boolean };

/**
 * The parts that are not empty; the responsible authority is always one of them. Cost and time in the box are not
 * repeated below it, only explained if there are words.
 */
export function partsOf(answer: ServiceAnswer): ServicePart[] {
  const { service } = answer;
  const written = new Map(service.sections.map((section) => [section.module, section]));
  const figures: Partial<Record<TextModule, boolean>> = {
    cost: service.costs.length > 0 && !isCostInBox(answer),
    deadlines: service.deadlines.length > 0,
    responsible: true,
    furtherInformation: service.links.length > 0,
  };
  return textModules
    .filter((module) => written.has(module) || figures[module])
    .map((module) => ({
      module,
      html: written.get(module)?.html ?? null,
      showsFigures: figures[module] === true && written.get(module)?.saysFigures !== true,
    }));
}

/** Whether the box names the only cost with its words: without a form here, or with a form that costs as much. */
function isCostInBox({ service: { costs }, metadata }: ServiceAnswer): boolean {
  const [cost, ...others] = costs;
  if (!cost || cost.surcharge || others.length > 0) return false;
  if (!metadata) return true;
  const amount = cost.kind === 'FREE' ? 0 : cost.amount;
  const fee = metadata.feeType === 'FREE' ? 0 : metadata.feeAmount;
  return cost.label === undefined && amount === fee;
}
