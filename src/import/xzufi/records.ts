import type { TextModule } from '#contract/text-modules.ts';
import type { Localised } from '#domain/locale.ts';
import type { Cost, Deadline, Duration } from '#server/content/types.ts';

/**
 * A text in the languages that the files have it in. `isNeutral` says that it is the same in all of them, as
 * links and dates are: it does not make a page English.
 */
export type Texts = { de?: string; en?: string; isNeutral?: true };

/** What is kept of each object until all files are read. */
export type ServiceRecord = {
  /** LeiKa id (14 digits), or what stands in its place. */
  leiKaId: string;
  /** Areas that the description is valid in, as the file names them; none for everywhere. */
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
  /** The English texts were made by a machine. */
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
  openingHours: Texts;
};

export type OnlineRecord = { title: Texts; url: string };

/** An area of the files: its regional key, or the municipality key, and its name. */
export type AreaRecord = { key: string; name: string; kind: string };

/** Who (a unit or an online service) answers for a service where. */
export type Row = {
  service: string;
  owner: string;
  /** The area as the file names it; null for everywhere. */
  area: string | null;
  /** Says where to turn to, rather than who is responsible. */
  isContactPoint: boolean;
};
