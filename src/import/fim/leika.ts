import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJson, textOf } from '../form/convert/conversion.ts';

/** The LeiKa key of the service in a folder; empty if its file has none. */
export function leikaOf(folder: string): string {
  const service: unknown = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8'));
  return isJson(service) ? textOf(service.leiKaId) : '';
}

/**
 * The words on the service that a schema is for. No field of a schema names it: its description does, or does not.
 * @param named keys in the description of the schema
 * @param own key of the service that gets the form
 */
export function leikaReport(named: readonly string[], own: string): string[] {
  if (named.includes(own)) return [`Its description names the service ${own}, as this folder does.`];
  const told =
    named.length > 0
      ? `Its description names the service ${named.join(', ')}, and this folder is of ${own || 'none'}`
      : `Its description names no service; this folder is of ${own || 'none'}`;
  return [`${told}: check that it is the right schema (--leika says which service it is for).`];
}
