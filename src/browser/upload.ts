import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import type { TakenFile } from '#contract/process.ts';
import { UNATTENDED_HEADER } from '#contract/unattended-header.ts';
import { addressOf, answerOf, xsrfToken } from './address.ts';
import { ApiProblem, problemFromBody } from './api-problem.ts';
import { secondsToWait } from './retry-after.ts';

/** The call that takes a file: of a form, or for an owed document. */
export type UploadCall = 'uploadFile' | 'uploadHandIn';

export type UploadRequest = {
  call: UploadCall;
  processId: string;
  /** Data path of the file field, or of the owed document. */
  path: string;
  file: File;
  /** The window sends the file by itself: that extends no session. */
  unattended: boolean;
  /** Called with the number of bytes sent. */
  onProgress: (loaded: number) => void;
  /** Called when the last byte was sent; the server's answer is still to come. */
  onDelivered: () => void;
  signal: AbortSignal;
};

/**
 * Sends one file, by XMLHttpRequest because fetch does not report the progress of a request.
 * @throws ApiProblem those of the call (src/contract/process.ts), network …; AbortError when stopped
 */
export function uploadFile({
  call: name,
  processId,
  path,
  file,
  unattended,
  onProgress,
  onDelivered,
  signal,
}: UploadRequest): Promise<TakenFile> {
  const call: Call = calls[name];
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.method, addressOf(call, { id: processId }, { path, name: file.name }));
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('X-XSRF-TOKEN', xsrfToken(document.cookie));
    if (unattended) request.setRequestHeader(UNATTENDED_HEADER, 'true');
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.upload.onload = onDelivered;
    request.onerror = () => reject(new ApiProblem('network'));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const body = bodyOf(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(answerOf(call, body) as TakenFile);
      else reject(problemFromBody(body, secondsToWait(request.getResponseHeader('Retry-After'))));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
