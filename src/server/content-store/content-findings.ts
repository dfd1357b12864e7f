import { CONFIRMED_RULES } from '#server/content/load/confirmed-rules.ts';
import type { Content } from '#server/content/types.ts';
import { engines } from '#server/engines/engines.ts';

type Looked = Pick<
  Content,
  'authorities' | 'confirmedRules' | 'forms' | 'metadata' | 'services' | 'synonyms'
>;

/** Returns improvements to working content, each with its form or file. Unlike a fault, a finding refuses nothing. */
export const contentFindings = (content: Looked): string[] => [
  ...ofForms(content),
  ...ofHours(content),
  ...ofContacts(content),
  ...ofWords(content),
  ...ofRules(content),
];

const ofForms = ({ forms }: Looked): string[] =>
  [...forms].flatMap(([id, form]) => {
    const engine = engines.find(({ fmsType }) => fmsType === form.fmsType);
    return (engine?.findings?.(form) ?? []).map((finding) => `services/${id}: ${finding}`);
  });

/** Finds authorities at which a form cannot tell when they are open: it accepts any time. */
const ofHours = ({ forms, metadata }: Looked): string[] =>
  [...metadata.values()].flatMap(({ fmsFormId, authority }) => {
    const form = forms.get(fmsFormId);
    const engine = engines.find(({ fmsType }) => fmsType === form?.fmsType);
    if (!form || authority.opens !== undefined || engine?.asksHours?.(form) !== true) return [];
    return [
      `services/${fmsFormId}: appointments are possible at any time, because authorities/${authority.id}.json has no openingHours such as "Mo-Fr 08:00-12:00"`,
    ];
  });

const slugsOf = ({ services }: Pick<Looked, 'services'>): Set<string> =>
  new Set([...services.values()].map(({ slug }) => slug));

/** Finds ways to authorities for services that the content does not have; a slug may be mistyped. */
function ofContacts(content: Looked): string[] {
  const slugs = slugsOf(content);
  return [...content.authorities.values()].flatMap(({ id, contactBox = {} }) => {
    const { telephones = [], faxes = [], emails = [], links = [], services = [] } = contactBox;
    return [...telephones, ...faxes, ...emails, ...links, ...services]
      .flatMap((way) => way.for ?? [])
      .filter((slug) => !slugs.has(slug))
      .map((slug) => `authorities/${id}.json: contactBox: there is no services/${slug}`);
  });
}

/** Finds words for services that the content does not have; a slug may be mistyped. */
function ofWords({ synonyms, services }: Looked): string[] {
  const slugs = slugsOf({ services });
  return synonyms.foreign.flatMap(({ lang, services: named }) =>
    Object.keys(named)
      .filter((slug) => !slugs.has(slug))
      .map((slug) => `search/foreign-words.json: ${lang}: there is no services/${slug}`),
  );
}

/** Finds confirmations of rules that have been worded differently since. */
const ofRules = ({ confirmedRules }: Looked): string[] =>
  [...confirmedRules.values()].flatMap(({ rule, isPresent }) =>
    isPresent
      ? []
      : [
          `${CONFIRMED_RULES}: ${rule} has another wording now than the one that was confirmed; confirm it again`,
        ],
  );
