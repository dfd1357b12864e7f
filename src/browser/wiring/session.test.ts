import { afterEach, expect, it, vi } from 'vitest';
import { ApiProblem } from '../api-problem.ts';
import { sessionSigns } from './session.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

function watch({ isAttended = true } = {}) {
  const send = vi.fn();
  const portal = () => ({ getSnapshot: () => ({ children: { session: { send } } }) }) as never;
  return { send, signs: sessionSigns(portal, () => isAttended) };
}
/** Presses a link as a person does, whatever is in it. */
function press(href: string) {
  document.body.innerHTML = `<a href="${href}"><span>PDF</span></a>`;
  const link = document.querySelector('a')!;
  link.addEventListener('click', (event) => event.preventDefault());
  document.querySelector('span')!.click();
}
const noticed = { type: 'activity.noticed', at: expect.any(Number) };

it('a download puts off the end in this window too, as it does at the server', () => {
  const { send, signs } = watch();
  signs.noticeDownloads();
  press('/api/v2/processes/1/pdf');
  expect(send.mock.calls).toEqual([[noticed]]);
});

it.each(['/nutzerkonto', 'https://other.example/api/v2/processes/1/pdf', '#/api/'])(
  'a link to %s is no call of the server',
  (href) => {
    const { send, signs } = watch();
    signs.noticeDownloads();
    press(href);
    expect(send).not.toHaveBeenCalled();
  },
);

it('a page that changes by itself is no sign that somebody is here', () => {
  const { send, signs } = watch({ isAttended: false });
  signs.onActivity();
  expect(send).not.toHaveBeenCalled();
});

it.each([
  ['session-expired', 1],
  ['login-required', 1],
  ['not-found', 0],
] as const)('a call refused with %s is told to the session %s times', (code, times) => {
  const { send, signs } = watch();
  signs.onProblem(new ApiProblem(code));
  expect(send.mock.calls).toEqual(Array(times).fill([{ type: 'session.refused', code }]));
});
