import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptData, takePrefill } from './accepting.ts';
import type { Case, Cases } from './cases.ts';
import { type Claims, claims, type Operation, PROTOCOL } from './claims.ts';
import { dayAt } from './days.ts';
import { type Form, feeOf, pageOf } from './definition.ts';
import type { MistakeKind, Mistakes } from './mistakes.ts';
import type { RequestReader } from './signing.ts';
import { summarise } from './summary.ts';
import { faultsOf } from './values.ts';

export const API_PREFIX = '/api/v1';

export type ApiOptions = {
  cases: Cases;
  mistakes: Mistakes;
  forms: ReadonlyMap<string, Form>;
  read: RequestReader;
  /** Signs an answer to the portal. */
  sign(answer: Record<string, unknown> & { op: string }, wrong: Wrong): Promise<string>;
  now: () => Date;
};
/** Faults in the signature of an answer. */
export type Wrong = { key: boolean; age: number; audience: boolean };

const OLD_SECONDS = 3600;

class Refused extends Error {
  readonly status: number;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

/** Calls of the portal, server to server (docs/partners-forms.md). */
export async function registerApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { cases, mistakes, read, sign, now } = options;

  app.addContentTypeParser('application/jwt', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refused)) return reply.send(error);
    return reply.code(error.status).send({ error: error.message });
  });

  /** @returns the claims besides those of every answer */
  function answer(operation: Exclude<Operation, 'file'>, asked: Record<string, unknown>) {
    switch (operation) {
      case 'open':
        return open(shaped('open', asked));
      case 'state': {
        const one = caseOf(shaped('state', asked));
        const stated = mistakes.take('wrongProcess') ? (cases.another(one.processId) ?? stranger(one)) : one;
        return { ...ids(stated), ...failing(stateOf(stated, now())) };
      }
      case 'prolong': {
        const one = caseOf(shaped('prolong', asked));
        cases.prolong(one);
        return { ...ids(one), lastInput: one.lastInput, sessionExpires: seconds(one.expires) };
      }
      case 'close': {
        const one = caseOf(shaped('close', asked));
        cases.end(one);
        return ids(one);
      }
      default:
        return operation satisfies never;
    }
  }

  function open(asked: Claims<'open'>) {
    const outdated = mistakes.take('outdated');
    if (asked.protocol !== PROTOCOL || (outdated && outdated.how !== 'answer'))
      throw new Refused(426, 'protocol');
    const form = options.forms.get(asked.formId);
    if (!form) throw new Refused(404, 'unknown-form');
    const fields = form.pages.flatMap(({ questions }) => questions).filter(({ type }) => type === 'file');
    const fit = asked.files.every((file) => fields.some(({ key }) => key === file.path));
    const data = acceptData(form, asked.data ?? {});
    if (!data || !fit) throw new Refused(422, 'not-accepted');
    const files = asked.files.map((file) => ({ ...file, label: labelOf(form, file.path) }));
    const last = cases.lastToken();
    const twice = last && mistakes.take('tokenTwice') ? { token: last } : {};
    const opened = cases.open({
      processId: asked.processId,
      form,
      portal: asked.portal,
      locale: asked.locale,
      page: pageOf(form, asked.page ?? '')?.key ?? (form.pages[0]?.key as string),
      data: takePrefill(form, data, asked.prefill, dayAt(now())),
      files,
    });
    const issued = cases.issueToken(opened);
    return {
      ...ids(opened),
      protocol: outdated ? PROTOCOL + 1 : PROTOCOL,
      ...issued,
      ...twice,
      sessionExpires: seconds(opened.expires),
    };
  }

  function caseOf({ processId, caseId }: { processId: string; caseId: string }): Case {
    const one = cases.find(processId, caseId);
    if (!one) throw new Refused(410, 'case-lost');
    return one;
  }

  function failing(state: Record<string, unknown>): Record<string, unknown> {
    const mistake = mistakes.take('dataFails');
    if (!mistake) return state;
    if (mistake.how === 'large') return { ...state, data: { givenName: 'x'.repeat(300 * 1024) } };
    if (mistake.how === 'deep') return { ...state, data: nested(8) };
    if (mistake.how === 'stale') return { ...state, revision: 0, complete: false, data: {}, files: [] };
    return { ...state, data: ['no', 'object'], revision: 'many', summary: null };
  }

  app.post<{ Params: { operation: string }; Body: unknown }>('/:operation', async (request, reply) => {
    const { operation } = request.params;
    if (!isOperation(operation)) throw new Refused(404, 'unknown-operation');
    const asked = await read(String(request.body), operation);
    if (!asked) throw new Refused(401, 'unauthorized');
    if (operation === 'file') return sendFile(reply, shaped('file', asked.claims));
    const body = { ...answer(operation, asked.claims), op: operation, inResponseTo: asked.jti };
    const has = (kind: MistakeKind) => mistakes.take(kind) !== null;
    const wrong = {
      key: has('wrongSignature'),
      age: has('oldAnswer') ? OLD_SECONDS : 0,
      audience: has('otherAudience'),
    };
    return reply.type('application/jwt').send(await sign(body, wrong));
  });

  function sendFile(reply: FastifyReply, asked: Claims<'file'>): FastifyReply {
    const content = cases.bytesOf(caseOf(asked), asked.fileId);
    if (!content) throw new Refused(404, 'unknown-file');
    const sent = mistakes.take('faultyFile')
      ? Buffer.from(content).fill(0x20, Math.max(0, content.length - 16))
      : content;
    return reply.type('application/octet-stream').send(sent);
  }
}

const isOperation = (text: string): text is Operation => Object.hasOwn(claims, text);
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
const ids = ({ processId, caseId }: Case) => ({ processId, caseId });

function shaped<O extends Operation>(operation: O, asked: Record<string, unknown>): Claims<O> {
  const parsed = claims[operation].safeParse(asked);
  if (!parsed.success) throw new Refused(422, 'not-accepted');
  return parsed.data as Claims<O>;
}

function labelOf(form: Form, path: string) {
  const question = form.pages.flatMap(({ questions }) => questions).find(({ key }) => key === path);
  return question?.label ?? { de: path, en: path };
}

function stateOf(one: Case, now: Date): Record<string, unknown> {
  const { form, data, files } = one;
  const faults = faultsOf(form, data, files, dayAt(now));
  return {
    formId: form.id,
    revision: one.revision,
    page: one.page,
    complete: one.isPassed && faults.length === 0,
    data,
    files,
    faults: faults.map(({ path, page, label, rule }) => ({ path, page, label, rule })),
    summary: { de: summarise(form, data, files, 'de'), en: summarise(form, data, files, 'en') },
    feeCents: feeOf(form, data),
    lastInput: one.lastInput,
    sessionExpires: seconds(one.expires),
  };
}

/** An invented case of another person, used when there is no real one. */
const stranger = (one: Case): Case => ({
  ...one,
  caseId: randomUUID(),
  processId: randomUUID(),
  data: { givenName: 'Fremde', familyName: 'Person' },
  files: [],
});

const nested = (depth: number): Record<string, unknown> =>
  depth === 0 ? { end: true } : { deeper: nested(depth - 1) };
