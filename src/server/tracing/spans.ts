import { AsyncLocalStorage } from 'node:async_hooks';
import { errorDetails } from '#server/error-details.ts';

/** Facts by the names of OpenTelemetry: words of the code and of the configuration, and numbers; nobody's data. */
export type SpanFacts = Readonly<Record<string, string | number>>;

export type SpanStart = {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  facts: SpanFacts;
  /** When it began, in milliseconds since 1970, where that is over. */
  began?: number;
};

/** A piece of work that a trace shows. */
export type OpenSpan = {
  /** Its place in the trace (W3C Trace Context), for those who work on behalf of it. */
  traceparent: string;
  /** Whether it will be seen; no other needs to be told anything. */
  isRecorded: boolean;
  begin(start: SpanStart): OpenSpan;
  note(facts: SpanFacts): void;
  /** @param fault kind of the fault that it has ended with, in words of the code; the first end counts */
  end(fault?: string): void;
};

export type Tracer = {
  /**
   * Begins a piece of work that nothing here has asked for.
   * @param place.within `traceparent` of what it belongs to
   * @param place.after `traceparent` of what has led to it, in a trace of its own
   */
  begin(start: SpanStart, place?: { within?: string | undefined; after?: string | undefined }): OpenSpan;
  /** Sends what has not been sent, for at most this many milliseconds. */
  stop(ms: number): Promise<void>;
};

/** The piece of work in progress; undefined where nothing is traced. */
export const currentSpan = new AsyncLocalStorage<OpenSpan>();

/**
 * Does work as a part of the one in progress, or just does it where nothing is traced.
 * @param faultOf returns the kind of a fault; by default, of its error
 */
export function inSpan<T>(
  start: SpanStart,
  work: (span: OpenSpan | undefined) => Promise<T>,
  faultOf?: (error: unknown) => string,
): Promise<T> {
  const span = currentSpan.getStore();
  return span === undefined ? work(undefined) : through(span.begin(start), work, faultOf);
}

/** Does work as this span, and ends it. */
export function through<T>(
  span: OpenSpan,
  work: (span: OpenSpan) => Promise<T>,
  faultOf = (error: unknown) => errorDetails(error).type,
): Promise<T> {
  return currentSpan.run(span, async () => {
    try {
      const done = await work(span);
      span.end();
      return done;
    } catch (error) {
      span.end(faultOf(error));
      throw error;
    }
  });
}
