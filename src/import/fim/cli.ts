import { runCommand } from '../command.ts';
import { fimCommand } from './command.ts';

/** `npm run import:fim -- SCHEMA [LIST…] --service NAME [--to content folder]` (docs/import.md). */
runCommand(fimCommand);
