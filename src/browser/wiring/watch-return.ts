import { type AnyEventObject, fromCallback } from 'xstate';
import { hear } from './channel.ts';

/** Reports that the person is back from the payment: this window has the focus, or the return page reported it. */
export const watchReturn = fromCallback<{ type: 'never' }, { processId: string }>(({ sendBack, input }) => {
  const back: AnyEventObject = { type: 'payment.returned' };
  const onVisible = () => document.visibilityState === 'visible' && sendBack(back);
  const onFocus = () => sendBack(back);
  window.addEventListener('focus', onFocus);
  document.addEventListener('visibilitychange', onVisible);
  const stopHearing = hear((message) => {
    if (message.type !== 'payment.returned') return;
    if (message.processId === null || message.processId === input.processId) sendBack(back);
  });
  return () => {
    window.removeEventListener('focus', onFocus);
    document.removeEventListener('visibilitychange', onVisible);
    stopHearing();
  };
});
