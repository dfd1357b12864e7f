import type { FastifyInstance, FastifyRequest } from 'fastify';
import { locales } from '#domain/locale.ts';
import { mayAs } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { type CaseNotice, casePage } from '#server/operations/repair/case-page.ts';
import { casePath } from '#server/operations/repair/look-up-form.ts';
import { noCasePage } from '#server/operations/repair/no-case-page.ts';
import { type Case, readCase } from '#server/operations/repair/read-case.ts';
import { type RepairForm, reasonIn, repairForm } from '#server/operations/repair/repair-form.ts';
import type { OperatorSession } from '#server/sessions/operator-session.ts';
import { giveUpDelivery, giveUpHandIn } from '#server/use-cases/give-up.ts';
import { askPaymentNow, type Repair, tryDeliveryNow, tryHandInNow } from '#server/use-cases/try-now.ts';
import { hasOperators, operatorActor, operatorOf } from '../security/operators.ts';
import { operationsFrame, sendOperationsPage, sendOperatorLogin } from './operations-frame.ts';

/** Outcomes that the page tells after a redirect. */
const dones = ['done', 'asked', 'givenUp'] as const;
type Done = (typeof dones)[number];

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
      request: FastifyRequest,
      found: Case,
      { roles }: OperatorSession,
      notice: CaseNotice | null,
    ) => {
      const offer = context.content().metadata.get(found.metadataId);
      const form = offer ? `${offer.title[locale]} – ${offer.authority.name[locale]}` : found.metadataId;
      // The address of a repair is that of its form, which no link leads to.
      const frame = { ...frameFor(request), query: `?number=${found.processId}` };
      return casePage(frame, { case: found, notice, mayRepair: mayAs(roles, 'repair'), form });
    };

    app.get<{ Querystring: { number?: unknown; done?: unknown } }>(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const { number, done } = request.query;
      const found = await readCase(context.storage.db, typeof number === 'string' ? number : '');
      if (found === null) return sendOperationsPage(reply, 404, noCasePage(frameFor(request)));
      context.security.record(
        { event: 'operator', outcome: 'succeeded', action: 'look-up', process: found.processId },
        operatorActor(request, operator),
      );
      const notice = dones.find((one) => one === done) ?? null;
      return sendOperationsPage(reply, 200, pageOf(request, found, operator, notice));
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
      if (!mayAs(operator.roles, 'repair')) {
        tell({ outcome: 'refused', reason: 'role-missing' });
        return sendOperationsPage(reply, 403, pageOf(request, before, operator, 'role'));
      }
      if (reasonIn(form.because) === null || (act === 'giveUp' && !reason))
        return sendOperationsPage(reply, 422, pageOf(request, before, operator, 'reason'));
      if ((await repair(context, form)) === 'moved') {
        tell({ outcome: 'refused', reason: 'moved' });
        const now = (await readCase(context.storage.db, process)) ?? before;
        return sendOperationsPage(reply, 409, pageOf(request, now, operator, 'moved'));
      }
      tell({ outcome: 'succeeded' });
      const done: Done = act === 'giveUp' ? 'givenUp' : what === 'payment' ? 'asked' : 'done';
      return reply.redirect(`${address}?number=${process}&done=${done}`, 303);
    });
  }
}

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
