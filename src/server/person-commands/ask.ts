import * as z from 'zod';
import { locales } from '#domain/locale.ts';
import { loginProviderIds } from '#domain/login.ts';

export const personCommands = ['export', 'remove', 'delete'] as const;

/** A command about a person that is not done. The message is written for operators. */
export class PersonCommandRefused extends Error {}

/** Words of the operator for the security log: one line, and no address of a person. */
const words = (name: string, most: number) =>
  z
    .string()
    .trim()
    .min(2, `${name} is missing: the security log says who did this, and why`)
    .max(most, `${name} has ${most} characters at most`)
    .regex(
      /^[^\p{Cc}@]*$/u,
      `${name} is one line without "@": it stays in the security log, which names no person`,
    );

/** An operator's wish. Messages name the options of the command line. */
export const personAsk = z
  .object({
    command: z.enum(personCommands),
    /** A ticket number, as typed. */
    ticket: z.nullable(z.string().trim().min(1, '--ticket is empty')),
    /** The kind of account, and the person's identifier there. */
    account: z.nullable(
      z.object({
        providerId: z.enum(loginProviderIds, `--account is one of ${loginProviderIds.join(', ')}`),
        subject: z.string().trim().min(1, "The person's identifier is expected on standard input"),
      }),
    ),
    /** Of a ticket number: whether it stands for everything of the person who has sent it. */
    wholePerson: z.boolean(),
    /** Money in cents that the person gives up with their paid drafts; null for none. */
    paidCents: z.nullable(z.int().nonnegative()),
    /** Language of a copy. */
    lang: z.enum(locales, `--lang is one of ${locales.join(', ')}`),
    dryRun: z.boolean(),
    reason: words('--reason', 200),
    by: words('--by', 80),
  })
  .refine(({ ticket, account }) => (ticket === null) !== (account === null), {
    message: 'One of --ticket and --account is expected',
  })
  .refine(({ command, account }) => command !== 'remove' || account === null, {
    message: '"remove" is about one application: --ticket is expected',
  });
export type PersonAsk = z.output<typeof personAsk>;

/** Checks what is asked. @throws PersonCommandRefused that names every fault */
export function readAsk(asked: unknown): PersonAsk {
  const read = personAsk.safeParse(asked);
  if (read.success) return read.data;
  throw new PersonCommandRefused(read.error.issues.map(({ message }) => message).join('\n'));
}
