import type { AuthorityView } from './authority.ts';
import type { FeeFigures, FeeType } from './fee.ts';
import type { FormEngine } from './form-engine.ts';
import type { Locale } from './locale.ts';
import type { IdentificationType, LoginMode, ProviderId } from './login.ts';
import type { TrustLevel } from './trust-level.ts';

/** Metadata of an offered form that the screens show. Money in cents. */
export type OfferView = {
  metadataId: string;
  fmsType: FormEngine;
  /** Language of the texts. */
  lang: Locale;
  leiKaId: string;
  title: string;
  description: string;
  authority: AuthorityView;
  feeType: FeeType;
  feeAmount: number | null;
  feeFigures?: FeeFigures | undefined;
  feeBasis?: string | undefined;
  feePurpose: string;
  mode: LoginMode;
  trustLevel: TrustLevel;
  identificationType: IdentificationType;
  idpIds: readonly ProviderId[];
  forceWelcomePage: boolean;
  /** True if an account fills in nothing of the form. */
  unfilled?: boolean | undefined;
  allowElectronicNoticeDelivery: boolean;
  draftRetentionDays: number;
  downloadRetentionDays: number;
  durationMinutes: number;
  needed: readonly string[];
  afterwards: string;
};
