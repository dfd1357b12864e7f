import { areaCalls } from './areas.ts';
import { authCalls } from './auth.ts';
import { contentCalls } from './content.ts';
import { serviceCalls } from './services.ts';

/** The calls that public pages make: all that a browser knows of until an application is opened. */
export const pageCalls = { ...serviceCalls, ...areaCalls, ...contentCalls, ...authCalls };
export type PageCalls = typeof pageCalls;
