import { vi } from 'vitest';

/** The page around the flow of an application, which hears everything and does nothing. */
export const hostOf = () => ({
  loadFrameForm: vi.fn(),
  sessionOpened: vi.fn(),
  sessionEnded: vi.fn(),
  sessionUsed: vi.fn(),
  sent: vi.fn(),
  announceProcess: vi.fn(),
  refuseStep: vi.fn(),
  stepIsClosed: vi.fn(),
  waitingPage: () => '/waiting',
  filesLost: vi.fn(),
});
