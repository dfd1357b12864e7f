import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Interrupted, kindOf } from '#domain/interruption.ts';
import { locales } from '#domain/locale.ts';
import { mayAs } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { interruptionMark } from '#server/interruptions/row.ts';
import { interruptible, nameOf } from '#server/operations/interruptions/interrupted-names.ts';
import {
  askedFor,
  type InterruptionForm,
  interruptionForm,
  momentIn,
  sentencesIn,
} from '#server/operations/interruptions/interruption-form.ts';
import {
  type InterruptionNotice,
  interruptionNotices,
  interruptionPage,
  noInterruptionPage,
} from '#server/operations/interruptions/interruption-page.ts';
import { interruptionPath, interruptionQuery } from '#server/operations/interruptions/interruption-path.ts';
import { reasonIn } from '#server/operations/repair/repair-form.ts';
import type { OperatorSession } from '#server/sessions/operator-session.ts';
import { type InterruptionMove, interrupt } from '#server/use-cases/interrupt.ts';
import { hasOperators, operatorActor, operatorOf } from '../security/operators.ts';
import { operationsFrame, sendOperationsPage, sendOperatorLogin } from './operations-frame.ts';

/** The page on which operators announce maintenance, pause a partner or a service, and end that. */
export function operationsInterruptionRoutes(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles | null,
): void {
  if (!hasOperators(context)) return;

  for (const locale of locales) {
    const address = interruptionPath(locale);
    const frameFor = (request: FastifyRequest) => operationsFrame(context, files, locale, request);
    const asked = (what: unknown): Interrupted | null =>
      askedFor(what, interruptible(context.content(), context.identityProviders.keys(), locale));
    type At = { request: FastifyRequest; reply: FastifyReply; operator: OperatorSession };
    const send = (
      { request, reply, operator }: At,
      about: {
        status: number;
        what: Interrupted;
        notice: InterruptionNotice | null;
        typed?: Partial<InterruptionForm>;
      },
    ) => {
      const { status, what, notice, typed = {} } = about;
      // The address of a step is that of its form, which no link leads to.
      const frame = { ...frameFor(request), query: interruptionQuery(what) };
      const row = context.interruptions.of(what);
      const name = nameOf(what, context.content(), locale);
      const mayRepair = mayAs(operator.roles, 'repair');
      return sendOperationsPage(
        reply,
        status,
        interruptionPage(frame, { row, name, notice, mayRepair, typed }),
      );
    };

    app.get<{ Querystring: { what?: unknown; done?: unknown } }>(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const what = asked(request.query.what);
      if (what === null) return sendOperationsPage(reply, 404, noInterruptionPage(frameFor(request)));
      const notice = interruptionNotices.find((one) => one === request.query.done) ?? null;
      // As it is now, also when another process has just changed it.
      await context.interruptions.look();
      return send({ request, reply, operator }, { status: 200, what, notice });
    });

    app.post(address, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
      const form = interruptionForm.safeParse(request.body).data;
      const what = form ? asked(form.what) : null;
      if (!form || what === null)
        return sendOperationsPage(reply, 404, noInterruptionPage(frameFor(request)));
      const at = { request, reply, operator };
      const note = reasonIn(form.because);
      const tell = (
        told: { outcome: 'succeeded' } | { outcome: 'refused'; reason: 'role-missing' | 'moved' },
      ) =>
        context.security.record(
          { event: 'operator', action: 'interrupt', step: form.step, what, because: note ?? '', ...told },
          operatorActor(request, operator),
        );
      if (!mayAs(operator.roles, 'repair')) {
        tell({ outcome: 'refused', reason: 'role-missing' });
        return send(at, { status: 403, what, notice: 'role', typed: form });
      }
      // Another process may have said or ended something; whoever has to look anew must not be told first that a reason is missing.
      await context.interruptions.look();
      const hasMoved = () => {
        tell({ outcome: 'refused', reason: 'moved' });
        return send(at, { status: 409, what, notice: 'moved', typed: form });
      };
      if (interruptionMark(context.interruptions.of(what)) !== form.seen) return hasMoved();
      if (note === null) return send(at, { status: 422, what, notice: 'reason', typed: form });
      const move = moveOf(form, { what, note, operator, now: context.now() });
      if (typeof move === 'string') return send(at, { status: 422, what, notice: move, typed: form });
      const outcome = await interrupt(context, move);
      if (outcome === 'moved') return hasMoved();
      if (outcome === 'refused') return send(at, { status: 422, what, notice: 'refused', typed: form });
      tell({ outcome: 'succeeded' });
      const done = form.step === 'say' ? 'said' : 'ended';
      return reply.redirect(`${address}${interruptionQuery(what)}&done=${done}`, 303);
    });
  }
}

/** Returns the step that a form asks for, or what is wrong with it. Only maintenance has times; a pause begins now. */
function moveOf(
  form: InterruptionForm,
  about: { what: Interrupted; note: string; operator: OperatorSession; now: Date },
): InterruptionMove | 'sentence' | 'times' {
  const { what, note, operator, now } = about;
  const { seen, step } = form;
  if (step === 'end') return { what, seen, step };
  const sentence = sentencesIn(form);
  if (sentence === null) return 'sentence';
  const hasTimes = kindOf(what) === 'maintenance';
  const from = hasTimes ? momentIn(form.from) : now.toISOString();
  const until = hasTimes ? momentIn(form.until) : null;
  if (from === null || (hasTimes && until === null)) return 'times';
  const by = operator.operator.way === 'person' ? operator.operator.person : null;
  return { what, seen, step, said: { sentence, from, until, by, note } };
}
