import type { PageSettings } from '#contract/settings.ts';
import type { PortalTheme } from '#contract/theme.ts';

const logo = { src: '/theme/test/logo.svg', width: 48, height: 48 };

/** A theme for tests of screens. */
export const theme: PortalTheme = {
  portalName: { de: 'Testportal', en: 'Test portal' },
  stateName: { de: 'Testland', en: 'Test state' },
  headerTitle: { de: 'Testportal', en: 'Test portal' },
  footerTitle: { de: 'Testportal', en: 'Test portal' },
  customerService: { phoneNumber: '+49 40 66969-001', email: 'service@testportal.example' },
  returnUrl: null,
  headerLogo: logo,
  footerLogo: null,
  favicon: logo.src,
  footerLinks: [],
  hasFormNavSections: true,
};

/** Settings that a page carries about an installation with one login. */
export const settings: PageSettings = {
  theme,
  loginProviders: [{ id: 'nkb', type: 'saml2' }],
  cardAppUrl: null,
  paymentMethods: ['CREDITCARD', 'PAYPAL'],
  pauses: {},
  inspection: null,
};
