/** A backup or restore that is not made; the message is for operators. Nothing was written then. */
export class BackupRefused extends Error {}
