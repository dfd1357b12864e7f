// Creates an embedded database in the folder of the first argument. The program ends with the server that has begun it.
import { PGlite } from '@electric-sql/pglite';

process.on('disconnect', () => process.exit(1));
const database = await PGlite.create({ dataDir: process.argv[2]! });
await database.close();
process.exit();
