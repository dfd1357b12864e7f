import type { Locale } from '#domain/locale.ts';
import type { FormDefinition } from '#forms/types.ts';
import type { Content } from '#server/content/types.ts';

/** Returns the forms of this engine in a content, by their id. */
export const formioForms = ({ forms }: Pick<Content, 'forms'>): Map<string, Record<Locale, FormDefinition>> =>
  new Map(
    [...forms].flatMap(([id, { fmsType, definition }]) =>
      fmsType === 'FORMIO' ? [[id, definition as Record<Locale, FormDefinition>]] : [],
    ),
  );
