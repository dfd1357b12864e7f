import { runCommand } from '../command.ts';
import { formCommand } from './command.ts';

/** `npm run import:form -- FILE [--service NAME] [--to content folder]` (docs/import.md). */
runCommand(formCommand);
