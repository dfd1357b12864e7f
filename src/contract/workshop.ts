import * as z from 'zod/mini';
import { call } from './call.ts';

/** The calls of the workshop, where operators look at workflows; without OPERATIONS_TOKEN they do not exist. */
export const workshopCalls = {
  openWorkshop: call({
    method: 'POST',
    path: '/api/workshop/login',
    summary:
      "Logs an operator in with the operators' token; the login is also that of the page for operators",
    origin: 'own',
    body: z.object({ token: z.string().check(z.maxLength(500)) }),
    errors: ['not-found', 'operator-login-required', 'too-many-requests'],
  }),
  closeWorkshop: call({
    method: 'POST',
    path: '/api/workshop/logout',
    summary: 'Ends the login of an operator',
    origin: 'own',
    errors: ['not-found'],
  }),
};
