import type pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/**
 * Returns how to connect to PostgreSQL with the password of the moment: each new connection asks for it, so that a
 * changed one needs no restart. Everything else of the address stays as it is now.
 * @param address returns the address, such as `postgres://portal:secret@db.example/portal`
 */
export function connectionTo(address: () => string): pg.ClientConfig {
  const now = parseIntoClientConfig(address());
  // Without a password the machine proves who asks, or the environment has it (PGPASSWORD).
  const { password, ...rest } = now;
  if (!password) return rest;
  return { ...rest, password: () => String(parseIntoClientConfig(address()).password ?? '') };
}
