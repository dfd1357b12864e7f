import type { Localised } from '#domain/locale.ts';
import de from '#locales/de/gone.json' with { type: 'json' };
import en from '#locales/en/gone.json' with { type: 'json' };
import type { Content, Metadata, Recipient } from './types.ts';

const words = (key: keyof typeof de): Localised => ({ de: de[key], en: en[key] });
const nothing: Localised = { de: '', en: '' };

/**
 * Returns what can still be said of a form that the content lost before applications kept what they were made for: its
 * service and its authority, where the content has those, by the id that was made of both. Nothing can be begun with it.
 */
export function lostMetadata(
  { authorities, services }: Pick<Content, 'authorities' | 'services'>,
  metadataId: string,
): Metadata {
  const authority = [...authorities.values()].find(({ id }) => metadataId.endsWith(`-${id}`));
  const slug = authority ? metadataId.slice(0, -authority.id.length - 1) : metadataId;
  const service = [...services.values()].find((one) => one.slug === slug);
  return {
    metadataId,
    leiKaId: service?.leiKaId ?? '',
    fmsFormId: slug,
    fmsType: 'FORMIO',
    authority: recipient(authority ?? { id: '', name: words('authority'), postalCode: '', city: '' }),
    areas: [],
    title: service?.title ?? words('service'),
    description: nothing,
    feeType: 'FREE',
    feeAmount: null,
    feePurpose: nothing,
    mode: 'start',
    trustLevel: 'low',
    identificationType: 'none',
    idpIds: [],
    forceWelcomePage: false,
    allowElectronicNoticeDelivery: false,
    enableDataComparison: false,
    processingBasis: 'consent',
    isDeprecated: true,
    draftRetentionDays: 0,
    downloadRetentionDays: 0,
    sentRetentionDays: 0,
    durationMinutes: 0,
    needed: { de: [], en: [] },
    afterwards: words('afterwards'),
  };
}

/** An authority as a recipient: what it lacks is not used, because nothing is sent to it. */
const recipient = (
  authority: Content['authorities'] extends Map<string, infer A> ? A : never,
): Recipient => ({
  street: '',
  streetNumber: '',
  phoneNumber: '',
  email: '',
  destinationId: '',
  paymentEndPointId: '',
  ...authority,
});
