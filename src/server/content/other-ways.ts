import type { LoginProviderId } from '#domain/login.ts';
import { isAvailable } from './offers.ts';
import type { Content } from './types.ts';

/**
 * Returns the content with the other ways to the same thing that people can go: by an application which is offered
 * wherever the first one is, and which takes a login of this installation, or none.
 * @param logins those of this installation
 */
export function withOtherWays(content: Content, logins: readonly LoginProviderId[]): Content {
  const offered = [...content.metadata.values()].filter((entry) => isAvailable(entry));
  const metadata = new Map(
    [...content.metadata].map(([id, entry]) => {
      const { otherWay: way, areas } = entry;
      if (way === undefined) return [id, entry];
      const offers = offered.filter(({ fmsFormId }) => fmsFormId === way.service);
      const isOpen = offers.some(({ idpIds }) =>
        idpIds.some((one) => one === 'anon' || logins.includes(one)),
      );
      const isThere = areas.every((area) => offers.some((one) => isAvailable(one, area)));
      const other = isOpen && isThere && offers[0] && { leiKaId: offers[0].leiKaId, text: way.text };
      return [id, other ? { ...entry, other } : entry];
    }),
  );
  return { ...content, metadata };
}
