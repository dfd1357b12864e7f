import type { Content } from '#server/content/types.ts';
import { engines } from '#server/engines/engines.ts';

/** What works and would serve people better otherwise, each with its form; unlike a fault it refuses nothing. */
export const contentFindings = ({ forms }: Pick<Content, 'forms'>): string[] =>
  [...forms].flatMap(([id, form]) => {
    const engine = engines.find(({ fmsType }) => fmsType === form.fmsType);
    return (engine?.findings?.(form) ?? []).map((finding) => `services/${id}: ${finding}`);
  });
