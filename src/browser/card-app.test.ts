import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askCardApp } from './card-app.ts';
import { isPhone } from './phone.ts';

const ADDRESS = 'http://127.0.0.1:24727/eID-Client?Status=json';
const STATUS = { Name: 'AusweisApp2', 'Specification-Title': 'TR-03124-1', 'Specification-Version': '1.4' };

beforeEach(() => {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answers = (answer: () => Response | Promise<Response>) => {
  const asked = vi.fn(async (_address: string, _options: RequestInit) => answer());
  vi.stubGlobal('fetch', asked);
  return asked;
};
const refused = () => Promise.reject(new TypeError('Failed to fetch'));
const ask = () => askCardApp(ADDRESS, new AbortController().signal);
/** Sets the browser's answers about connections to the person's own device. */
const atPublicPage = (states: Record<string, PermissionState>) => {
  vi.stubGlobal('location', new URL('https://portal.example/'));
  vi.stubGlobal('navigator', {
    vendor: 'Google Inc.',
    permissions: {
      query: async ({ name }: { name: string }) =>
        states[name] ? { state: states[name] } : Promise.reject(new TypeError(name)),
    },
  });
};

describe('the app of the online ID card', () => {
  it('runs when its status is that of such an app', async () => {
    const asked = answers(() => Response.json(STATUS));
    expect(await ask()).toBe('running');
    expect(asked).toHaveBeenCalledExactlyOnceWith(
      ADDRESS,
      expect.objectContaining({ mode: 'cors', credentials: 'omit', targetAddressSpace: 'loopback' }),
    );
  });

  it.each([
    ['another text', () => new Response('hello')],
    ['another object', () => Response.json({ Name: 'printer' })],
    ['nothing', () => Response.json(null)],
    ['an error', () => Response.json(STATUS, { status: 500 })],
  ])('is unknown when %s answers', async (_, answer) => {
    answers(answer);
    expect(await ask()).toBe('unknown');
  });

  it('does not run when nothing answers, or only its relay does', async () => {
    answers(refused);
    expect(await ask()).toBe('notRunning');
    answers(() => new Response('', { status: 502 }));
    expect(await ask()).toBe('notRunning');
  });

  it('is unknown when something answers that no page may read', async () => {
    vi.stubGlobal('fetch', async (_: string, { mode }: RequestInit) =>
      mode === 'no-cors' ? new Response() : refused(),
    );
    expect(await ask()).toBe('unknown');
  });

  it('is unknown where our own policy forbade the question', async () => {
    answers(() => {
      document.dispatchEvent(new Event('securitypolicyviolation'));
      return refused();
    });
    expect(await ask()).toBe('unknown');
  });

  it.each([
    [{ 'loopback-network': 'denied' }, 'unknown'],
    [{ 'loopback-network': 'prompt' }, 'unknown'],
    [{ 'loopback-network': 'granted' }, 'notRunning'],
    [{ 'local-network-access': 'denied' }, 'unknown'],
    [{ 'local-network-access': 'granted' }, 'notRunning'],
    [{}, 'notRunning'],
  ] as const)('after the permission %j is %s when the connection fails', async (states, app) => {
    atPublicPage(states);
    answers(refused);
    expect(await ask()).toBe(app);
  });

  it('is unknown in Safari, which lets no page ask', async () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
    answers(refused);
    expect(await ask()).toBe('unknown');
  });

  it('is unknown when nobody said where to ask, and when the question is given up', async () => {
    expect(await askCardApp(null, new AbortController().signal)).toBe('unknown');
    answers(() => Promise.reject(new DOMException('given up', 'AbortError')));
    expect(await ask()).toBe('unknown');
  });
});

it.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0 Mobile', 5, true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari', 0, false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0', 10, false],
])('knows a phone: %s with %d touches is %s', (userAgent, maxTouchPoints, expected) => {
  expect(isPhone({ userAgent, maxTouchPoints } as Navigator)).toBe(expected);
});
