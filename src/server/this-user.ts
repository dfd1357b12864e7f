import { userInfo } from 'node:os';

/** The user that this process runs as, in words: by name, or by number where the machine knows no name. */
export function thisUser(): string {
  try {
    return `the user ${userInfo().username}`;
  } catch {
    return `the user ${process.getuid?.() ?? 'unknown'}`;
  }
}
