import { runCommand } from '../command.ts';
import { placesCommand } from './command.ts';

/** `npm run import:places -- areas.csv postcodes.csv [--to content folder]` (docs/import.md). */
runCommand(placesCommand);
