/** Hex SHA-512 of each attachment by file id. */
export type AttachmentHashes = Record<string, string>;

/** A file for the package. `sha512` is the hex hash of the unencrypted bytes. */
export type PackageAttachment = {
  attachmentId: string;
  purpose: 'form' | 'attachment' | 'report' | 'data';
  filename: string;
  mimeType: string;
  content: Uint8Array;
  sha512: string;
};

/** A format of the data: what a destination offers for a service, and what a package has. */
export type SubmissionSchema = { schemaUri: string; mimeType: 'application/json' | 'application/xml' };

/** The service that a delivery is for, and how its data can be had; a destination takes it only as it offers it. */
export type Wanted = {
  destinationId: string;
  publicService: { identifier: string; name: string };
  /** Place that the service is wanted for, as a regional key of twelve digits; null where there is none. */
  area: string | null;
  /** Formats that the sender has, best first. */
  schemas: SubmissionSchema[];
};

/** The content of a delivery to the authority (FIT-Connect metadata 2.1.0 and data). */
export type DeliveryPackage = Omit<Wanted, 'schemas'> & {
  /** Texts exactly as hashed and encrypted: the same data in each format that the sender has, best first. */
  data: { schema: SubmissionSchema; text: string }[];
  attachments: PackageAttachment[];
  payment: {
    transactionId: string;
    reference: string;
    method: string;
    timestamp: string;
    grossAmountCents: number;
  } | null;
  reference: { senderReference: string; applicationDate: string; electronicNotice: boolean | null };
  /** The person's postbox, if there is one. */
  replyPostbox: string | null;
};

/** The sealed package: encrypted for one key of one destination; safe to store and send again. */
export type SealedPackage = {
  destinationId: string;
  encryptionKid: string;
  publicService: { identifier: string; name: string };
  /** The chosen one of the destination's offers; packages of earlier versions do not name it. */
  offer?: { area: string | null; schema: SubmissionSchema };
  encryptedMetadata: string;
  encryptedData: string;
  attachments: { attachmentId: string; encrypted: string }[];
  /** 5th segment of each compact JWE, which the authority's signed events must repeat. */
  authenticationTags: { metadata: string; data: string; attachments: Record<string, string> };
};

/** Values that the authority's signed events are compared with. */
export type SealProof = Pick<SealedPackage, 'authenticationTags' | 'destinationId'>;
/** A sealed package as stored until it is delivered; its attachments are files. Afterwards its proof is enough. */
export type KeptSeal = Omit<SealedPackage, 'attachments'> | SealProof;

export type Announcement = { submissionId: string; caseId: string };

/** Kinds of delivery whose ids people and authorities know (spec section 3). */
export type DeliveryKind = 'FIT_CONNECT' | 'OSCI';
/** An announcement as stored with the submission; `kind` names the owner of its id. */
export type KeptAnnouncement = Announcement & {
  kind: DeliveryKind;
  /** Files that were announced; announcements of earlier versions, and of hand-ins, do not name them. */
  attachmentIds?: string[];
};

export type PostboxAnnouncement = Announcement & { attachmentIds: string[] };
/** An announcement as stored with the submission; `provider` is the owner of the postbox that got the message. */
export type KeptPostboxAnnouncement = PostboxAnnouncement & { provider: string };

/** One signed event of the delivery, verified. */
export type DeliveryEvent = {
  kind: 'create' | 'submit' | 'notify' | 'forward' | 'reject' | 'accept' | 'delete';
  /** The signer: the delivery service or the authority. */
  issuer: string;
  issuedAt: string;
  jti: string;
  problems: { type?: string; title?: string; detail?: string }[];
  /** The compact JWS as received, which is the proof. */
  token: string;
};

export type EventLog = {
  /** Verified events in order. */
  events: DeliveryEvent[];
  /** Number of entries whose signature or content was not valid. */
  rejected: number;
};

/**
 * FIT-Connect v2 as the sender sees it. Every method throws PartnerUnavailable on faults worth a retry, such as a
 * destination that offers none of the formats (SchemaNotOffered).
 */
export type DeliveryService = {
  kind: DeliveryKind;
  /** Announces the attachments; an orphaned announcement expires unsent after a day. */
  announce(
    wanted: Wanted & {
      attachmentIds: string[];
      /** Case of an earlier submission to the same destination, which this one belongs to. */
      caseId?: string | undefined;
    },
  ): Promise<Announcement>;
  /** Chooses the first format that the destination offers, fetches its key and encrypts; throws when it is not active. */
  seal(content: DeliveryPackage): Promise<SealedPackage>;
  /**
   * Uploads the attachments and sends. A repetition is safe: a submitted package is not sent twice.
   * @param destinationId present destination, when it may have changed since sealing
   */
  deliver(announcement: Announcement, sealed: SealedPackage, destinationId?: string): Promise<void>;
  /** Returns the signed events; the authority's are compared with the authentication tags of the sent package. */
  events(announcement: Announcement, sealed: SealProof): Promise<EventLog>;
};

export type PostboxMessage = {
  mailboxUuid: string;
  /** Our id of the message; a message with a known id is never delivered twice. */
  messageId: string;
  sender: string;
  title: string;
  content: string;
  service: string;
  senderUrl: string;
  attachments: { filename: string; mimeType: string; content: Uint8Array }[];
};

/** The account's postbox (BundID "ZBP") over the delivery service. */
export type Postbox = {
  /** Name of the provider, as people know it. */
  provider: string;
  announce(message: PostboxMessage): Promise<PostboxAnnouncement>;
  send(announcement: PostboxAnnouncement, message: PostboxMessage): Promise<void>;
};
