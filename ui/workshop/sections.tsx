import type { ComponentType } from 'react';
import { ApplicationsSection } from './applications/applications-section.tsx';
import { AssumedSection } from './assumed/assumed-section.tsx';
import { BookSection } from './book/book-section.tsx';
import { LiveSection } from './live/live-section.tsx';
import type { WorkshopTexts } from './texts.ts';
import { TotalsSection } from './totals/totals-section.tsx';
import { WhatIfSection } from './what-if/what-if-section.tsx';

/** A section of the workshop: `?section=` with its id. */
export type Section = { id: string; name: (t: WorkshopTexts) => string; Content: ComponentType };

/** All sections in the order of the navigation; the first is shown without `section`. */
export const sections: readonly [Section, ...Section[]] = [
  { id: 'book', name: (t) => t('sections.book'), Content: BookSection },
  { id: 'assumed', name: (t) => t('sections.assumed'), Content: AssumedSection },
  { id: 'live', name: (t) => t('sections.live'), Content: LiveSection },
  { id: 'what-if', name: (t) => t('sections.whatIf'), Content: WhatIfSection },
  { id: 'applications', name: (t) => t('sections.applications'), Content: ApplicationsSection },
  { id: 'totals', name: (t) => t('sections.totals'), Content: TotalsSection },
];
