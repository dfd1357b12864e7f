import type { ServiceAnswer } from '#contract/content.ts';
import { type TextModule, textModules } from '#contract/text-modules.ts';

/** A part of the page: its HTML where the content has one, or what it is made of besides. */
export type ServicePart = { module: TextModule; html: string | null };

/** The parts that have something to say; the responsible authority is always one of them. */
export function partsOf({ service }: ServiceAnswer): ServicePart[] {
  const html = new Map(service.sections.map((section) => [section.module, section.html]));
  const figures: Partial<Record<TextModule, boolean>> = {
    processingTime: service.processingTime !== null,
    cost: service.costs.length > 0,
    deadlines: service.deadlines.length > 0,
    responsible: true,
    furtherInformation: service.links.length > 0,
  };
  return textModules
    .filter((module) => html.has(module) || figures[module])
    .map((module) => ({
      module,
      html: html.get(module) ?? null,
    }));
}
