import { type DestinationStream, type Logger, pino } from 'pino';
import { errorDetails, isErrorLike } from './error-details.ts';

/**
 * The service's log. What is logged of an error are the facts that errorFacts allows, wherever it stands and whoever
 * logs it: errors carry statements with their values, bodies of requests and answers, lines of a form.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      formatters: { log: withFacts },
      // Fastify and others bring serializers of their own along; formatters have come before them.
      serializers: { err: (facts) => facts },
      hooks: {
        // Without words of its own a line would get those of the error.
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

/** Requests and the like have serializers of their own. */
function sayable(value: unknown): unknown {
  if (isErrorLike(value)) return errorDetails(value);
  if (Array.isArray(value)) return value.map(sayable);
  const isPlain = typeof value === 'object' && value !== null && value.constructor === Object;
  return isPlain ? withFacts(value) : value;
}
