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
};
