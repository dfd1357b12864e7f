import '#server/closed-pipe.ts';
import { main } from './main.ts';

process.exitCode = await main(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
