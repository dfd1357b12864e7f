import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Locale, locales } from '#domain/locale.ts';
import { mayAs } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { actsOf } from '#server/operations/repair/acts.ts';
import { type CasePage, casePage } from '#server/operations/repair/case-page.ts';
import { casePath } from '#server/operations/repair/look-up-form.ts';
import { noCasePage } from '#server/operations/repair/no-case-page.ts';
import { type Case, readCase, refundNamed } from '#server/operations/repair/read-case.ts';
import { refundPath } from '#server/operations/repair/refund-path.ts';
import { type RepairForm, reasonIn, repairForm } from '#server/operations/repair/repair-form.ts';
import { type Tried, triedIn, triedOutcome, triedQuery } from '#server/operations/repair/tried.ts';
import { knownPartners } from '#server/operations/servers/known.ts';
import { readServers } from '#server/running-servers/row.ts';
import type { OperatorSession } from '#server/sessions/operator-session.ts';
import { giveUpDelivery, giveUpHandIn } from '#server/use-cases/give-up.ts';
import {
  askPaymentNow,
  handInMark,
  type Repair,
  tryDeliveryNow,
  tryHandInNow,
} from '#server/use-cases/try-now.ts';
import { hasOperators, operatorActor, operatorOf } from '../security/operators.ts';
import { operationsFrame, sendOperationsPage, sendOperatorLogin } from './operations-frame.ts';

/** Longest time for which an operator waits for the outcome of a try; what takes longer is told when the page is loaded again. */
const TRIED_WITHIN_MS = 4_000;
const LOOK_MS = 200;

/** The page of one application for operators, and what they can have tried again or give up there. */
export function operationsCaseRoutes(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles | null,
): void {
  if (!hasOperators(context)) return;

  for (const locale of locales) {
    const address = casePath(locale);
    const frameFor = (request: FastifyRequest) => operationsFrame(context, files, locale, request);
    const pageOf = (
      { request, roles }: { request: FastifyRequest } & Pick<OperatorSession, 'roles'>,
      found: Case,
      about: Partial<Pick<CasePage, 'notice' | 'tried' | 'typed'>>,
    ) => {
      const offer = context.content().metadata.get(found.metadataId);
      const form = offer ? `${offer.title[locale]} – ${offer.authority.name[locale]}` : found.metadataId;
      // The address of a repair is that of its form, which no link leads to.
      const frame = { ...frameFor(request), query: `?number=${found.processId}` };
      return casePage(frame, {
        ...{ case: found, form, notice: null, tried: null, typed: null },
        ...{ mayRepair: mayAs(roles, 'repair'), mayErase: mayAs(roles, 'erase') },
        ...about,
      });
    };

    app.get<{ Querystring: CaseQuery }>(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const { number, done } = request.query;
      const named = typeof number === 'string' ? number : '';
      const found = await readCase(context.storage.db, named);
      if (found === null) {
        const refund = await refundNamed(context.storage.db, named);
        if (refund !== null) return reply.redirect(`${refundPath(locale)}?payment=${refund}`, 303);
        return sendOperationsPage(reply, 404, noCasePage(frameFor(request)));
      }
      context.security.record(
        { event: 'operator', outcome: 'succeeded', action: 'look-up', process: found.processId },
        operatorActor(request, operator),
      );
      const tried = triedIn(request.query);
      const outcome = tried && triedOutcome(found, tried, { locale, ...(await paymentOf(context, tried)) });
      return sendOperationsPage(
        reply,
        200,
        pageOf({ request, roles: operator.roles }, found, {
          notice: done === 'givenUp' ? 'givenUp' : null,
          tried: outcome && { ...outcome, address: request.url },
        }),
      );
    });

    app.post(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const form = repairForm.safeParse(request.body).data;
      const before = form && (await readCase(context.storage.db, form.process));
      if (!form || !before) return sendOperationsPage(reply, 404, noCasePage(frameFor(request)));
      const { act, what, process, reason } = form;
      const tell = (
        outcome: { outcome: 'succeeded' } | { outcome: 'refused'; reason: 'role-missing' | 'moved' },
      ) =>
        context.security.record(
          {
            event: 'operator',
            ...(act === 'try'
              ? { action: 'try-now' as const }
              : { action: 'give-up' as const, told: reason ?? null }),
            what,
            process,
            because: reasonIn(form.because) ?? '',
            ...outcome,
          },
          operatorActor(request, operator),
        );
      const at = { request, roles: operator.roles };
      if (!mayAs(operator.roles, 'repair')) {
        tell({ outcome: 'refused', reason: 'role-missing' });
        return sendOperationsPage(reply, 403, pageOf(at, before, { notice: 'role', typed: form }));
      }
      const hasMoved = async () => {
        tell({ outcome: 'refused', reason: 'moved' });
        const now = (await readCase(context.storage.db, process)) ?? before;
        return sendOperationsPage(reply, 409, pageOf(at, now, { notice: 'moved', typed: form }));
      };
      // Whoever has to look anew must not be told first that a reason is missing.
      if (!isOffered(before, form)) return hasMoved();
      if (reasonIn(form.because) === null || (act === 'giveUp' && !reason))
        return sendOperationsPage(reply, 422, pageOf(at, before, { notice: 'reason', typed: form }));
      if ((await repair(context, form)) === 'moved') return hasMoved();
      tell({ outcome: 'succeeded' });
      const query =
        act === 'giveUp' ? 'done=givenUp' : triedQuery(await triedNow(context, process, form, locale));
      return reply.redirect(`${address}?number=${process}&${query}`, 303);
    });
  }
}

type CaseQuery = { number?: unknown; done?: unknown; tried?: unknown; id?: unknown; from?: unknown };

/** Whether an act is offered for a case as it is now, and was when the operator looked. */
const isOffered = (found: Case, form: RepairForm): boolean =>
  actsOf(found).some(
    ({ act, what, id, seen }) =>
      act === form.act && what === form.what && seen === form.seen && (what === 'delivery' || id === form.id),
  );

/** Waits a moment for the outcome of a try. @returns what it was about */
async function triedNow(
  context: ServerContext,
  processId: string,
  { what, id, seen }: RepairForm,
  locale: Locale,
): Promise<Tried> {
  const { db } = context.storage;
  const first = await readCase(db, processId);
  const handIn = what === 'handIn' && first?.handIns.find(({ number }) => String(number) === id);
  const tried = { what, id, from: handIn ? handInMark(handIn) : seen };
  const end = performance.now() + TRIED_WITHIN_MS;
  // A payment service is asked ten seconds later.
  while (what !== 'payment' && performance.now() < end) {
    const now = await readCase(db, processId);
    if (!now || triedOutcome(now, tried, { locale, isProviderAway: false })?.kind !== 'open') break;
    await pause(LOOK_MS);
  }
  return tried;
}

/** Whether the servers do not reach the payment service. Only a try to ask it needs that. */
const paymentOf = async ({ storage }: ServerContext, { what }: Tried) => ({
  isProviderAway:
    what === 'payment' &&
    knownPartners(await readServers(storage.db)).some(
      ({ partner, awaySince }) => partner === 'payment' && awaySince !== null,
    ),
});

function repair(
  context: ServerContext,
  { act, what, process, id, seen, reason }: RepairForm,
): Promise<Repair> {
  const number = Number(id);
  if (act === 'giveUp' && reason && what === 'delivery')
    return giveUpDelivery(context, process, { seen, reason });
  if (act === 'giveUp' && reason && what === 'handIn')
    return giveUpHandIn(context, process, { number, seen, reason });
  if (act === 'giveUp') return Promise.resolve('moved');
  if (what === 'delivery') return tryDeliveryNow(context, process, seen);
  if (what === 'handIn') return tryHandInNow(context, process, { number, seen });
  return askPaymentNow(context, { processId: process, paymentId: id }, seen);
}
