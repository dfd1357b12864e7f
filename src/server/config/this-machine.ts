const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Whether a host is this machine itself, which data sent there do not leave. */
export const isThisMachine = (hostname: string): boolean => LOOPBACK.test(hostname);
