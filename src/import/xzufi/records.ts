import type { TextModule } from '#contract/text-modules.ts';
import type { Localised } from '#domain/locale.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Cost, Deadline, Duration, FurtherContacts } from '#server/content/types.ts';

/**
 * A text in the languages of the files. `isNeutral` means that it is the same in all of them, like links and dates: it
 * does not make a page English.
 */
export type Texts = { de?: string; en?: string; isNeutral?: true };

/** Stored data of a service until all files are read. */
export type ServiceRecord = {
  /** LeiKa id (14 digits). */
  leiKaId: string;
  /** Areas in which the description is valid, as the file names them; empty for everywhere. */
  validIn: string[];
  title: Texts;
  teaser: Texts;
  modules: { module: TextModule; position: number; html: Texts }[];
  costs: (Cost & { label?: Localised })[];
  deadlines: Deadline[];
  processingTime: Duration | null;
  keywords: { de: string[]; en: string[] };
  categories: string[];
  audience: ('citizens' | 'businesses')[];
  /** The English texts are machine translations. */
  isMachineEnglish: boolean;
};

export type UnitRecord = {
  name: Texts;
  superior: string | null;
  street?: string | undefined;
  streetNumber?: string | undefined;
  postbox?: string | undefined;
  postalCode?: string | undefined;
  city?: string | undefined;
  phoneNumber?: string | undefined;
  fax?: string | undefined;
  email?: string | undefined;
  website?: string | undefined;
  /** Contacts after the first of each kind. */
  further: FurtherContacts;
  openingHours: Texts;
  /** FIT-Connect destination that receives applications. */
  destinationId?: string;
};

export type OnlineRecord = { title: Texts; url: Localised; trustLevel?: TrustLevel };

/** A form as a file or page elsewhere (`formular`). */
export type FormRecord = { title: Texts; url: string };

/** An area of the files: its regional key, or the municipality key, and its name. */
export type AreaRecord = { key: string; name: string; kind: string };

/** The unit or online service for a service, and its area. */
export type Row = {
  service: string;
  owner: string;
  /** The area as the file names it; null for everywhere. */
  area: string | null;
  /** The unit is a contact point, not responsible. */
  isContactPoint: boolean;
  /** The people that it is for, if several units share an area: "A–K". */
  criterion?: Texts;
};
