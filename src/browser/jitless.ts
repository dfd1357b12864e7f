import { config } from 'zod/mini';

// The content security policy forbids building functions from text: zod must not even try, so this runs
// before any schema is made.
config({ jitless: true });
