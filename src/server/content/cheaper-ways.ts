import type { LoginProviderId } from '#domain/login.ts';
import { isAvailable } from './offers.ts';
import type { Content } from './types.ts';

/**
 * Returns the content with the cheaper ways to the same thing that people can go: by an application which is offered
 * wherever the dearer one is, and which takes a login of this installation, or none.
 * @param logins those of this installation
 */
export function withCheaperWays(content: Content, logins: readonly LoginProviderId[]): Content {
  const offered = [...content.metadata.values()].filter((entry) => isAvailable(entry));
  const metadata = new Map(
    [...content.metadata].map(([id, entry]) => {
      const { cheaperWay: way, areas } = entry;
      if (way === undefined) return [id, entry];
      const other = offered.filter(({ fmsFormId }) => fmsFormId === way.service);
      const isOpen = other.some(({ idpIds }) => idpIds.some((one) => one === 'anon' || logins.includes(one)));
      const isThere = areas.every((area) => other.some((one) => isAvailable(one, area)));
      const cheaper = isOpen && isThere && other[0] && { leiKaId: other[0].leiKaId, text: way.text };
      return [id, cheaper ? { ...entry, cheaper } : entry];
    }),
  );
  return { ...content, metadata };
}
