import type { Content } from '#server/content/types.ts';
import { engines } from '#server/engines/engines.ts';

type Looked = Pick<Content, 'forms' | 'services' | 'synonyms'>;

/** What works and would serve people better otherwise, each with its form or file; unlike a fault it refuses nothing. */
export const contentFindings = (content: Looked): string[] => [...ofForms(content), ...ofWords(content)];

const ofForms = ({ forms }: Looked): string[] =>
  [...forms].flatMap(([id, form]) => {
    const engine = engines.find(({ fmsType }) => fmsType === form.fmsType);
    return (engine?.findings?.(form) ?? []).map((finding) => `services/${id}: ${finding}`);
  });

/** Words for services that the content does not have find nothing; a slug may be mistyped. */
function ofWords({ services, synonyms }: Looked): string[] {
  const slugs = new Set([...services.values()].map(({ slug }) => slug));
  return synonyms.foreign.flatMap(({ lang, services: named }) =>
    Object.keys(named)
      .filter((slug) => !slugs.has(slug))
      .map((slug) => `search/foreign-words.json: ${lang}: there is no services/${slug}`),
  );
}
