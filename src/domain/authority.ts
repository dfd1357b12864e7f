/** Kinds of addresses: for visits, for letters, or a box at a post office. */
export const addressKinds = ['house', 'post', 'postbox'] as const;
export type AddressKind = (typeof addressKinds)[number];

export type ContactAddress = {
  kind: AddressKind;
  label?: string | undefined;
  street?: string | undefined;
  streetNumber?: string | undefined;
  postbox?: string | undefined;
  postalCode: string;
  city: string;
};

/** A way to reach an authority, with its purpose if there are several of the kind. */
type Contact<V> = V & { label?: string | undefined };

/** All ways to reach an authority (spec section 3). The authority's own fields name the first of each kind. */
export type ContactBox = {
  addresses: readonly ContactAddress[];
  emails: readonly Contact<{ email: string }>[];
  faxes: readonly Contact<{ number: string }>[];
  links: readonly Contact<{ url: string }>[];
  /** Online services of the authority, for example appointments. */
  services: readonly { label: string; url: string }[];
  telephones: readonly Contact<{ number: string }>[];
};

/** An authority in one language, as people see it (spec section 3). */
export type AuthorityView = {
  name: string;
  contactPerson?: string | undefined;
  street?: string | undefined;
  streetNumber?: string | undefined;
  postbox?: string | undefined;
  postalCode: string;
  city: string;
  phoneNumber?: string | undefined;
  fax?: string | undefined;
  email?: string | undefined;
  website?: string | undefined;
  openingHours?: string | undefined;
  contactBox: ContactBox;
};
