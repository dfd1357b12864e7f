import type { Content } from '#server/content/types.ts';
import { engines } from '#server/engines/engines.ts';

type Looked = Pick<Content, 'forms' | 'services' | 'synonyms'>;

/** Returns improvements to working content, each with its form or file. Unlike a fault, a finding refuses nothing. */
export const contentFindings = (content: Looked): string[] => [...ofForms(content), ...ofWords(content)];

const ofForms = ({ forms }: Looked): string[] =>
  [...forms].flatMap(([id, form]) => {
    const engine = engines.find(({ fmsType }) => fmsType === form.fmsType);
    return (engine?.findings?.(form) ?? []).map((finding) => `services/${id}: ${finding}`);
  });

/** Finds words for services that the content does not have; a slug may be mistyped. */
function ofWords({ services, synonyms }: Looked): string[] {
  const slugs = new Set([...services.values()].map(({ slug }) => slug));
  return synonyms.foreign.flatMap(({ lang, services: named }) =>
    Object.keys(named)
      .filter((slug) => !slugs.has(slug))
      .map((slug) => `search/foreign-words.json: ${lang}: there is no services/${slug}`),
  );
}
