import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { FormData } from '#forms/types.ts';
import { mayCount } from '#server/analytics/may-count.ts';
import type { ServerContext } from '#server/context.ts';
import { PREVIEW_TYPE, previewsOf, readPreview } from '#server/files/previews.ts';
import { ProblemError } from '#server/problem-error.ts';
import { asSeenBy, proofOf } from '#server/processes/account.ts';
import { formOfProcess } from '#server/processes/form.ts';
import { findNewest } from '#server/processes/newest.ts';
import type { ProcessRow, Spoken } from '#server/processes/row.ts';
import { acknowledgeResult } from '#server/use-cases/acknowledge-result.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { changePlace } from '#server/use-cases/change-place.ts';
import { chooseMails } from '#server/use-cases/choose-mails.ts';
import { chooseNotice } from '#server/use-cases/choose-notice.ts';
import { completeForm } from '#server/use-cases/complete-form.ts';
import { decideConflict } from '#server/use-cases/decide-conflict.ts';
import { deleteDraft } from '#server/use-cases/delete-draft.ts';
import { keepAlive } from '#server/use-cases/keep-alive.ts';
import { keepPreview } from '#server/use-cases/keep-preview.ts';
import { markSeen } from '#server/use-cases/mark-seen.ts';
import { openFormFrame } from '#server/use-cases/open-form-frame.ts';
import { prolongForm } from '#server/use-cases/prolong-form.ts';
import { repeatApplication } from '#server/use-cases/repeat-application.ts';
import { reportFrame } from '#server/use-cases/report-frame.ts';
import { requestSubmission } from '#server/use-cases/request-submission.ts';
import { restoreAnswers } from '#server/use-cases/restore-answers.ts';
import { saveAnswers } from '#server/use-cases/save-answers.ts';
import { startApplication } from '#server/use-cases/start-application.ts';
import { takeFormProgress } from '#server/use-cases/take-form-progress.ts';
import { takeOver } from '#server/use-cases/take-over.ts';
import { findUpload } from '#server/use-cases/upload-file.ts';
import { conflictOf } from '#server/views/conflict-view.ts';
import { countClosed, listDrafts } from '#server/views/lists.ts';
import { processView } from '#server/views/process-view.ts';
import { listSent, pageOfSent } from '#server/views/sent-list.ts';
import { snapshotOf } from '#server/views/snapshot.ts';
import { transportReport } from '#server/views/transport-report.ts';
import { wroteLast } from '#server/windows/editing.ts';
import { readOwned } from '#server/workflow/act.ts';
import { handoverSecretOf } from '../security/handover-cookie.ts';
import { actorOf } from '../security/security-events.ts';
import { serveSession } from './route.ts';

/** Number of files of saved answers that one address may try to open in ten minutes: a code has 60 bits. */
const OPENINGS = 30;

/** The calls of spec section 7 that work on processes. */
export function processRoutes(app: FastifyInstance, context: ServerContext): void {
  /** Answers with an application after an act, or as it is. */
  const viewed = async (row: Promise<ProcessRow>, { lang }: Spoken) => processView(context, await row, lang);
  const beginnings = app.createRateLimit({ max: context.config.ANONYMOUS_STARTS, timeWindow: '1 hour' });
  /** Limits starts per address, because anybody without an account gets a new session on request. */
  const assertMayBegin = async (request: FastifyRequest) => {
    const count = await beginnings(request);
    if (count.isAllowed || !count.isExceeded) return;
    throw new ProblemError('too-many-anonymous', {}, { retryAfter: count.ttlInSeconds });
  };

  serveSession(
    app,
    context,
    calls.startProcess,
    { limited: true, status: 201 },
    async ({ session, body, request }) => {
      if (session.userId === null) await assertMayBegin(request);
      const started = await startApplication(context, session, {
        metadataId: body.metadataId,
        area: body.area,
        unit: body.responsibleDataProcessingUnitId,
        locale: body.lang ?? 'de',
        externalProcessData: body.externalProcessData as FormData | undefined,
        handover:
          body.handover === undefined
            ? undefined
            : { id: body.handover, browser: handoverSecretOf(request) ?? '' },
        counted: mayCount(request.headers),
      });
      return processView(context, started);
    },
  );

  serveSession(app, context, calls.saveAnswers, { limited: true }, async ({ session, params, query }) =>
    saveAnswers(context, session, params.id, query.lang),
  );

  const openings = app.createRateLimit({ max: OPENINGS, timeWindow: '10 minutes' });
  serveSession(
    app,
    context,
    calls.restoreAnswers,
    { limited: true, status: 201 },
    async ({ session, body, request }) => {
      const tries = await openings(request);
      if (!tries.isAllowed && tries.isExceeded) {
        throw new ProblemError('too-many-requests', {}, { retryAfter: tries.ttlInSeconds });
      }
      if (session.userId === null) await assertMayBegin(request);
      const { row, ...told } = await restoreAnswers(context, session, {
        ...body,
        locale: body.lang ?? 'de',
        counted: mayCount(request.headers),
      });
      return { process: await processView(context, row), ...told };
    },
  );

  serveSession(app, context, calls.findProcess, async ({ session, query }) =>
    viewed(findNewest(context, session, query.metadataId), query),
  );

  serveSession(app, context, calls.getProcess, async ({ session, params, query }) =>
    viewed(readOwned(context, session, params.id), query),
  );

  serveSession(app, context, calls.listDrafts, async ({ session, query }) =>
    listDrafts(context, session, {
      locale: query.lang ?? 'de',
      leiKaId: query.leiKaId,
      authorityKeys: query.authorityKeys?.split(','),
      text: query.text,
    }),
  );

  serveSession(app, context, calls.countClosed, async ({ session }) => countClosed(context, session));

  serveSession(app, context, calls.listSent, async ({ session, query }) =>
    listSent(context, session, query.lang ?? 'de'),
  );

  serveSession(app, context, calls.pageOfSent, async ({ session, query: { lang = 'de', ...asked } }) =>
    pageOfSent(context, session, { locale: lang, ...asked }),
  );

  serveSession(
    app,
    context,
    calls.repeatApplication,
    { limited: true, status: 201 },
    async ({ session, params, body, request }) => {
      if (session.userId === null) await assertMayBegin(request);
      const { row, ...told } = await repeatApplication(context, session, params.id, {
        locale: body.lang ?? 'de',
        counted: mayCount(request.headers),
        caller: request.caller,
      });
      return { process: await processView(context, row, body.lang), ...told };
    },
  );

  serveSession(app, context, calls.markSeen, async ({ session, params, body }) =>
    markSeen(context, session, params.id, body),
  );

  serveSession(app, context, calls.deleteDraft, async ({ session, query }) =>
    deleteDraft(context, session, query.id, query.paidConsent === 'true'),
  );

  serveSession(app, context, calls.getAccessData, async ({ session, params, query }) => {
    const row = asSeenBy(context, session, await readOwned(context, session, params.id));
    const form = formOfProcess(context, row, query.lang ?? row.locale);
    const access = form.access?.(proofOf(context, row));
    if (access) {
      const previews = [...(await previewsOf(context, form, row)).values()].flat();
      return {
        ...access,
        data: row.data,
        version: row.version,
        page: row.page,
        own: wroteLast(session.window, row),
        ...(previews.length > 0 && { previews }),
      };
    }
    const { frame, row: opened } = await openFormFrame(context, session, params.id, query);
    return { fmsType: 'LIP', frame, version: opened.version, page: opened.page } as const;
  });

  serveSession(app, context, calls.prolongForm, async ({ session, params, body }) => ({
    expires: (await prolongForm(context, session, params.id, body.caseId)).toISOString(),
  }));

  serveSession(app, context, calls.reportFrame, { limited: true }, async ({ session, params, body }) =>
    reportFrame(context, session, params.id, body),
  );

  serveSession(app, context, calls.saveProgress, async ({ session, params, query, body }) => {
    const saved =
      'caseId' in body
        ? await takeFormProgress(context, session, params.id, { ...body, ...query })
        : {
            row: await changeData(context, session, params.id, {
              ...body,
              ...query,
              data: body.data as FormData,
            }),
          };
    const { row, ...rest } = saved;
    return {
      ...rest,
      version: row.version,
      status: row.status,
      savedAt: row.updatedAt.toISOString(),
      availableUntil: row.availableUntil.toISOString(),
    };
  });

  serveSession(app, context, calls.getSnapshot, { limited: true }, async ({ session, params, query }) =>
    snapshotOf(context, session, params.id, query.lang),
  );

  serveSession(app, context, calls.touchProcess, async ({ session, params }) => ({
    availableUntil: (await keepAlive(context, session, params.id)).toISOString(),
  }));

  serveSession(app, context, calls.chooseMails, ({ session, params, body }) =>
    chooseMails(context, session, params.id, body.wanted),
  );

  serveSession(app, context, calls.persistProcess, async ({ session, params, query }) =>
    viewed(takeOver(context, session, params.id, query), query),
  );

  serveSession(
    app,
    context,
    calls.completeProcess,
    { limited: true },
    async ({ session, params, query, body }) =>
      viewed(completeForm(context, session, params.id, { ...body, ...query }), query),
  );

  serveSession(app, context, calls.getConflict, async ({ session, params, query }) =>
    conflictOf(context, session, params.id, query.lang),
  );

  serveSession(
    app,
    context,
    calls.decideConflict,
    { limited: true },
    async ({ session, params, query, body }) =>
      viewed(decideConflict(context, session, params.id, { ...body, ...query }), query),
  );

  serveSession(app, context, calls.changePlace, async ({ session, params, query, body }) =>
    viewed(changePlace(context, session, params.id, { ...body, ...query }), query),
  );

  serveSession(app, context, calls.chooseNotice, async ({ session, params, query, body }) =>
    viewed(chooseNotice(context, session, params.id, { ...body, ...query }), query),
  );

  serveSession(
    app,
    context,
    calls.submitProcess,
    { limited: true, status: 202 },
    async ({ session, params, query }) =>
      viewed(requestSubmission(context, session, params.id, query), query),
  );

  serveSession(app, context, calls.acknowledgeResult, async ({ session, params, query }) =>
    viewed(acknowledgeResult(context, session, params.id, query), query),
  );

  serveSession(app, context, calls.getUpload, { limited: true }, async ({ session, params }) => {
    const { id } = await readOwned(context, session, params.id);
    return findUpload(context, id, params.file);
  });

  serveSession(
    app,
    context,
    calls.keepPreview,
    { limited: true },
    async ({ session, params: { id, file }, body, request: { caller } }) =>
      keepPreview(context, session, id, { fileId: file, jpeg: body.jpeg, caller }),
  );

  serveSession(app, context, calls.getPreview, async ({ session, params, reply }) => {
    const { id } = await readOwned(context, session, params.id);
    const jpeg = await readPreview(context, id, params.file);
    return reply
      .headers({
        'content-type': PREVIEW_TYPE,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(jpeg));
  });

  serveSession(
    app,
    context,
    calls.getTransportReport,
    { limited: true },
    async ({ session, params, request }) => {
      const { process, report } = await transportReport(context, session, params.messageId);
      context.security.record(
        { event: 'download', outcome: 'succeeded', document: 'transportReport', process },
        actorOf(request),
      );
      return report;
    },
  );
}
