import { type DestinationStream, type Logger, pino } from 'pino';
import { errorDetails, isErrorLike } from './error-details.ts';

/**
 * The server's log. Of an error it contains only the facts that errorDetails allows, wherever the error is and
 * whatever logs it. Errors carry statements with their values, bodies of requests and answers, lines of a form.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      formatters: { log: withFacts },
      // Fastify and others add serializers of their own; formatters run before them.
      serializers: { err: (facts) => facts },
      hooks: {
        // A line without its own message would get that of the error.
        logMethod(args, method) {
          const [first, second] = args as unknown[];
          const hasWords = typeof second === 'string' || typeof first === 'string';
          if (!hasWords && (isErrorLike(first) || hasErrors(first))) {
            return method.apply(this, [isErrorLike(first) ? { err: first } : first, 'error'] as never);
          }
          method.apply(this, args);
        },
      },
    },
    ...(destination ? [destination] : []),
  );
}

const hasErrors = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some(isErrorLike);

const withFacts = (line: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(line).map(([key, value]) => [key, sayable(value)]));

/** Returns errors as their facts; requests and the like have serializers of their own. */
function sayable(value: unknown): unknown {
  if (isErrorLike(value)) return errorDetails(value);
  if (Array.isArray(value)) return value.map(sayable);
  const isPlain = typeof value === 'object' && value !== null && value.constructor === Object;
  return isPlain ? withFacts(value) : value;
}
