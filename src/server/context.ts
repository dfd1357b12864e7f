import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { FormEngine } from '#domain/form-engine.ts';
import type { LoginProviderId } from '#domain/login.ts';
import type { SubmissionStep } from '#domain/submission-step.ts';
import type { Counts } from '#server/analytics/counts.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/content/types.ts';
import type { RollOut } from '#server/content-roll-out/roll-out.ts';
import type { ContentListener, ContentReport } from '#server/content-store/content-store.ts';
import type { Documents } from '#server/documents/types.ts';
import type { Examiner } from '#server/examination/examination-thread.ts';
import type { OperatorsProvider } from '#server/identity/operators.ts';
import type { Interruptions } from '#server/interruptions/interruptions.ts';
import type { Metrics } from '#server/monitoring/metrics.ts';
import type { DeliveryService, Postbox } from '#server/ports/delivery.ts';
import type { FeedbackComponent } from '#server/ports/feedback-component.ts';
import type { FormServer } from '#server/ports/form-server.ts';
import type { LoginProvider } from '#server/ports/identity.ts';
import type { Mailer } from '#server/ports/mailer.ts';
import type { Neighbours } from '#server/ports/neighbours.ts';
import type { PaymentProvider } from '#server/ports/payment.ts';
import type { Scanner } from '#server/ports/scanner.ts';
import type { DataKeys } from '#server/sealing/data-keys.ts';
import type { SecurityLog } from '#server/security/security-log.ts';
import type { Storage } from '#server/storage/database.ts';
import type { Tracer } from '#server/tracing/spans.ts';
import type { Trail } from '#server/trail/trail.ts';
import type { EditingSigns } from '#server/windows/signs.ts';

/** Everything the server works with, created once in server.ts and passed to each part. */
export type ServerContext = {
  config: Config;
  storage: Storage;
  /** Keys by which what is stored about people is sealed. */
  dataKeys: DataKeys;
  /** Replaced as a whole when content is loaded again. */
  content: () => Content;
  /** Listeners that prepare their part of new content, and put it in place together with the content. */
  contentListeners: Set<ContentListener>;
  /** How the content was last loaded, for the operators. */
  contentReport: () => ContentReport;
  /** How the content of all processes is kept the same; null where no other process can use the database. */
  rollOut: RollOut | null;
  /** Interruptions by operators, and what people are told of them. */
  interruptions: Interruptions;
  /** The logins of this installation, in the order in which they are offered. */
  identityProviders: ReadonlyMap<LoginProviderId, LoginProvider>;
  /** The provider at which operators log in as persons; null where the operators have configured none. */
  operatorsProvider: OperatorsProvider | null;
  /** The servers of engines whose forms run in frames. */
  formServers: ReadonlyMap<FormEngine, FormServer>;
  paymentProvider: PaymentProvider;
  delivery: DeliveryService;
  postbox: Postbox;
  /** Null where the operators have configured no mail server: then no e-mail is due and none is promised. */
  mailer: Mailer | null;
  /** Null where this installation passes no feedback on. */
  feedbackComponent: FeedbackComponent | null;
  /** The portals that this one shares services with; null where it shares none. */
  neighbours: Neighbours | null;
  documents: Documents;
  examineFile: Examiner;
  /** Null where the operators have switched it off. */
  scanner: Scanner | null;
  /** Wakes the windows that wait for each other. */
  editing: EditingSigns;
  jobs: PgBoss;
  counts: Counts;
  /** Figures for those who run the process, without anybody's data. */
  metrics: Metrics;
  /** Null where nothing is traced. */
  tracer: Tracer | null;
  log: FastifyBaseLogger;
  /** Records acts that matter to security, with their actors. */
  security: SecurityLog;
  /** Writes down what a restore has to know. */
  trail: Trail;
  /** Version of the product and the commit it was built from. */
  build: { version: string; commit: string };
  now: () => Date;
  /** Called after each checkpoint of a submission, for operators' metrics and for tests that end the server there. */
  onCheckpoint: (processId: string, step: SubmissionStep) => void;
};
