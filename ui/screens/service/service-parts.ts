import type { ServiceAnswer } from '#contract/content.ts';
import { type TextModule, textModules } from '#contract/text-modules.ts';

/** A part of the page: its HTML if the content has any, and its other contents unless the words contain them. */
export type ServicePart = { module: TextModule; html: string | null; showsFigures: boolean };

/** The parts that are not empty; the responsible authority is always one of them. */
export function partsOf({ service }: ServiceAnswer): ServicePart[] {
  const written = new Map(service.sections.map((section) => [section.module, section]));
  const figures: Partial<Record<TextModule, boolean>> = {
    processingTime: service.processingTime !== null,
    cost: service.costs.length > 0,
    deadlines: service.deadlines.length > 0,
    responsible: true,
    furtherInformation: service.links.length > 0,
  };
  return textModules
    .filter((module) => written.has(module) || figures[module])
    .map((module) => ({
      module,
      html: written.get(module)?.html ?? null,
      showsFigures: written.get(module)?.saysFigures !== true,
    }));
}
