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

/** What is delivered to the authority (FIT-Connect metadata 2.1.0 and data). */
export type DeliveryPackage = {
  destinationId: string;
  publicService: { identifier: string; name: string };
  /** JSON text exactly as hashed and encrypted. */
  data: string;
  schemaUri: string;
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
  replyMailbox: string | null;
};

/** The sealed package: encrypted for one key of one destination; safe to store and send again. */
export type SealedPackage = {
  destinationId: string;
  encryptionKid: string;
  publicService: { identifier: string; name: string };
  encryptedMetadata: string;
  encryptedData: string;
  attachments: { attachmentId: string; encrypted: string }[];
  /** 5th segment of each compact JWE: what the authority's signed events must echo. */
  authenticationTags: { metadata: string; data: string; attachments: Record<string, string> };
};

/** What the authority's signed events are compared with. */
export type SealProof = Pick<SealedPackage, 'authenticationTags' | 'destinationId'>;
/** A sealed package as stored until it is delivered; its attachments are files. Afterwards its proof is enough. */
export type KeptSeal = Omit<SealedPackage, 'attachments'> | SealProof;

export type Announcement = { submissionId: string; caseId: string };

/** Kinds of delivery whose ids people and authorities know (spec section 3). */
export type DeliveryKind = 'FIT_CONNECT' | 'OSCI';
/** An announcement as it is stored with the submission: `kind` tells whose id it is. */
export type KeptAnnouncement = Announcement & { kind: DeliveryKind };

export type PostboxAnnouncement = Announcement & { attachmentIds: string[] };
/** An announcement as it is stored with the submission: `provider` is whose postbox the message went to. */
export type KeptPostboxAnnouncement = PostboxAnnouncement & { provider: string };

/** One signed event of the delivery, verified. */
export type DeliveryEvent = {
  kind: 'create' | 'submit' | 'notify' | 'forward' | 'reject' | 'accept' | 'delete';
  /** Who signed: the delivery service or the authority. */
  issuer: string;
  issuedAt: string;
  jti: string;
  problems: { type?: string; title?: string; detail?: string }[];
  /** The compact JWS as received: the proof. */
  token: string;
};

export type EventLog = {
  /** Verified events in order. */
  events: DeliveryEvent[];
  /** Number of entries whose signature or content was not valid. */
  rejected: number;
};

/** FIT-Connect v2 as the sender sees it. Every method throws PartnerUnavailable on faults worth a retry. */
export type DeliveryService = {
  kind: DeliveryKind;
  /** POST /v2/submissions: announces the attachments; an orphaned announcement expires unsent after a day. */
  announce(sealed: {
    destinationId: string;
    publicService: { identifier: string; name: string };
    attachmentIds: string[];
  }): Promise<Announcement>;
  /** Fetches the destination's key and encrypts; throws when the destination is not active. */
  seal(content: DeliveryPackage): Promise<SealedPackage>;
  /**
   * Uploads the attachments and sends. Safe to repeat: what has already been submitted is not sent twice.
   * @param destinationId where it is to go now, when that may have changed since it was sealed
   */
  deliver(announcement: Announcement, sealed: SealedPackage, destinationId?: string): Promise<void>;
  /** The signed events; those of the authority are compared with the authentication tags of what was sent. */
  events(announcement: Announcement, sealed: SealProof): Promise<EventLog>;
};

export type PostboxMessage = {
  mailboxUuid: string;
  /** Our id of the message: the same id is never delivered twice. */
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
