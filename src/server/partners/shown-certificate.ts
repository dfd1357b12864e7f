import { connect } from 'node:tls';

/**
 * Looks at the certificate that is shown somewhere, without judging it.
 * @returns when it ends, and why it is not trusted here; null when it is
 */
export function lookAtTls(
  { host, port, certificates }: { host: string; port: number; certificates?: string | undefined },
  patienceMs: number,
): Promise<{ validTo: string; distrust: string | null }> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host, port, servername: /^[\d.]+$|:/.test(host) ? '' : host },
      ...(certificates !== undefined && { ca: certificates }),
      // Only looked at: nothing is sent.
      rejectUnauthorized: false,
    });
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })),
      patienceMs,
    );
    socket
      .once('secureConnect', () => {
        const distrust = socket.authorized ? null : codeOf(socket.authorizationError);
        resolve({ validTo: socket.getPeerCertificate().valid_to, distrust });
        socket.destroy();
      })
      .once('error', reject)
      .once('close', () => clearTimeout(timer));
  });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error ?? 'unknown');
