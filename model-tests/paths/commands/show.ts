import { locales } from '#domain/locale.ts';
import { teller } from '../words.ts';
import type { Command } from './command.ts';
import { findPath } from './find.ts';

/** One path in the words of both languages. */
export const show: Command = {
  usage:
    'show ID [--language de|en] [--machine NAME] [--layer machine|http|browser] [--strategy NAME] [--seed NUMBER]',
  options: ['language', 'machine', 'layer', 'strategy', 'seed'],
  run: async (asked, print) => {
    const { machine, path } = await findPath(asked);
    const shown = locales.filter((locale) => asked.locale === undefined || locale === asked.locale);
    for (const locale of shown) print(`${teller(machine, locale)(path).join('\n')}\n`);
    return 0;
  },
};
