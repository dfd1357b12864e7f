import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { calls } from '#contract/calls.ts';
import { localeOfPath, paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { ConfigurationRefused } from '#server/config/config.ts';
import type { ServerContext } from '#server/context.ts';
import { type PageFiles, readPageFiles } from '#server/html/page-files.ts';
import { sourceHash } from '#server/html/source-hash.ts';
import { sayWhenToComeBack } from './come-back.ts';
import { compressAnswers } from './compress.ts';
import { readForms } from './form-bodies.ts';
import { measureRequests } from './measure.ts';
import { problemPage } from './pages/problem-page.ts';
import { readableAddress } from './pages/readable-address.ts';
import { stylesOfPages } from './pages/styles-of-pages.ts';
import { waitingPages } from './pages/waiting-page.ts';
import { answerProblems } from './problems.ts';
import { nameRequests, requestIds } from './request-ids.ts';
import { areaRoutes } from './routes/areas.ts';
import { authRoutes } from './routes/auth.ts';
import { contentRoutes } from './routes/content.ts';
import { downloadRoutes } from './routes/download.ts';
import { editingRoutes } from './routes/editing.ts';
import { feedbackRoutes } from './routes/feedback.ts';
import { handInRoutes } from './routes/hand-in.ts';
import { handoverRoutes } from './routes/handover.ts';
import { logoutRoutes } from './routes/logout.ts';
import { oidcRoutes } from './routes/oidc.ts';
import { openApiRoutes } from './routes/openapi.ts';
import { operationsRoutes } from './routes/operations.ts';
import { operationsCaseRoutes } from './routes/operations-case.ts';
import { operationsInterruptionRoutes } from './routes/operations-interruptions.ts';
import { operationsJobsRoutes } from './routes/operations-jobs.ts';
import { operationsRefundRoutes } from './routes/operations-refund.ts';
import { operationsRemovalRoutes } from './routes/operations-removal.ts';
import { operatorLoginRoutes } from './routes/operator-login.ts';
import { pageRoutes } from './routes/page.ts';
import { paymentRoutes } from './routes/payment.ts';
import { personRoutes } from './routes/person.ts';
import { processRoutes } from './routes/process.ts';
import { routeOf } from './routes/route.ts';
import { samlRoutes } from './routes/saml.ts';
import { searchRoutes } from './routes/search.ts';
import { securityTextRoutes } from './routes/security-text.ts';
import { seoRoutes } from './routes/seo.ts';
import { serviceRoutes } from './routes/service.ts';
import { themeRoutes } from './routes/theme.ts';
import { uploadRoutes } from './routes/upload.ts';
import { workshopRoutes } from './routes/workshop.ts';
import { workshopPageRoutes } from './routes/workshop-page.ts';
import { workshopTestRunRoutes } from './routes/workshop-test-run.ts';
import { limitBodies } from './security/body-share.ts';
import { createCallTurns } from './security/call-turns.ts';
import { knowCallers, trusting } from './security/callers.ts';
import { shedLoad, tellOfRefusals } from './security/load-shedding.ts';
import { watchLoopDelay } from './security/loop-delay.ts';
import { operatorTokenLogin } from './security/operator-token.ts';
import { nameOwnCookies } from './security/own-cookies.ts';
import { refuseOtherSites } from './security/own-pages.ts';
import { secureHeaders, strictHeaders } from './security/secure-headers.ts';
import { refusalRecorder } from './security/security-events.ts';
import { isSecure, knowViewers } from './security/session.ts';
import { cutOffSlowBodies, patience } from './security/slow-requests.ts';
import { createUploadTurns } from './security/upload-turns.ts';
import { traceRequests } from './trace-requests.ts';
import { unreadableRequests } from './unreadable-requests.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Room for a search of 2,000 characters, each 12 long in the address, with a place and cookies. */
const MAX_HEADER_BYTES = 48 * 1024;

/** The HTTP side of the server: thin routes over the contract, problem details, headers and pages. */
export async function createApp(context: ServerContext): Promise<FastifyInstance> {
  const { config } = context;
  const files = await readPageFiles();
  if (files === null && config.NODE_ENV === 'production')
    throw new ConfigurationRefused(
      'The pages are not built: run `npm run build` (with all packages), or copy dist and dist-server of a build here.',
    );
  const allowed = {
    scripts: files ? [sourceHash(files.start)] : [],
    styles: stylesOfPages(context, files),
  };
  const trust = trusting(config.TRUST_PROXY);
  const unreadable = unreadableRequests({
    headers: strictHeaders(context, allowed),
    pageOf: (path) => tooLargePage(context, files, localeOfPath(path)),
  });
  const app = Fastify({
    loggerInstance: context.log,
    // The reverse proxy already logs each request; paths can hold personal data.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: patience.headersTimeout,
      connectionsCheckingInterval: patience.connectionsCheckingInterval,
    },
    requestTimeout: patience.requestTimeout,
    // The calls limit the length of ids themselves and answer with problem details.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    trustProxy: trust,
    genReqId: requestIds(trust),
    forceCloseConnections: 'idle',
    // An answer in words of the framework; by then no connection is left (draining.ts).
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    clientErrorHandler: unreadable.answer,
  });
  unreadable.watch(app);
  nameRequests(app);
  traceRequests(app, context.tracer, trust);
  measureRequests(app, context.metrics);
  knowCallers(app);
  knowViewers(app);
  sayWhenToComeBack(app);
  answerProblems(app, waitingPages(context, files), refusalRecorder(context));
  cutOffSlowBodies(app, { ms: patience.body, mayBeSlow: routeOf(calls.uploadFile) });
  nameOwnCookies(app, isSecure(context));
  await app.register(cookie);
  const loopDelay = watchLoopDelay();
  app.addHook('onClose', async () => loopDelay.stop());
  const callTurns = createCallTurns({
    atOnce: config.CALLS_AT_ONCE,
    longestWaitMs: config.CALLS_WAIT_MS,
    isLate: loopDelay.isLate,
    onRefusal: tellOfRefusals(context.log),
  });
  shedLoad(app, callTurns);
  limitBodies(app, {
    megabytes: config.BODY_MEGABYTES,
    largest: BODY_LIMIT_BYTES,
    but: routeOf(calls.uploadFile),
  });
  await app.register(rateLimit, {
    // Only calls; a page with its files would use up the limit for a whole office.
    global: false,
    max: ({ routeOptions }) => config.RATE_LIMIT * (routeOptions.config.costly === false ? 10 : 1),
    timeWindow: '1 minute',
    // Counted by address: a caller could invent a cookie.
    keyGenerator: ({ caller }) => caller,
  });
  const { rollOut } = context;
  if (rollOut)
    app.addHook('onRequest', async () => {
      await rollOut.current();
    });
  secureHeaders(app, context, allowed);
  compressAnswers(app);
  refuseOtherSites(app, config.PUBLIC_URL);
  readForms(app);
  serviceRoutes(app, context);
  areaRoutes(app, context);
  contentRoutes(app, context);
  await searchRoutes(app, context);
  authRoutes(app, context);
  samlRoutes(app, context);
  oidcRoutes(app, context);
  logoutRoutes(app, context);
  processRoutes(app, context);
  handInRoutes(app, context);
  handoverRoutes(app, context);
  editingRoutes(app, context);
  await app.register(async (scope) => uploadRoutes(scope, context, createUploadTurns(callTurns)));
  downloadRoutes(app, context);
  paymentRoutes(app, context);
  personRoutes(app, context);
  openApiRoutes(app, context);
  themeRoutes(app, context);
  feedbackRoutes(app, context, files);
  seoRoutes(app, context);
  securityTextRoutes(app, context);
  const logInByToken = operatorTokenLogin(app, context);
  operationsRoutes(app, context, { files, logInByToken });
  operatorLoginRoutes(app, context, files);
  operationsCaseRoutes(app, context, files);
  operationsRefundRoutes(app, context, files);
  operationsJobsRoutes(app, context, files);
  operationsRemovalRoutes(app, context, files);
  operationsInterruptionRoutes(app, context, files);
  workshopRoutes(app, context, logInByToken);
  workshopPageRoutes(app, context);
  workshopTestRunRoutes(app, context);
  await pageRoutes(app, context, files, callTurns);
  return app;
}

/** The page for people whose address is too long, or whose browser sends too much with it. */
const tooLargePage = (context: ServerContext, files: PageFiles | null, locale: Locale): string =>
  problemPage(context, files, {
    locale,
    code: 'request-too-large',
    wayOn: { label: 'home', href: paths.home[locale] },
  });
