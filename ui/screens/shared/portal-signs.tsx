import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectLoadingBar } from '#machines/loading/loading.selectors.ts';
import { selectToasts, selectToastsAreThere } from '#machines/notifications/notifications.selectors.ts';
import { LoadingBar } from '#ui/kit/loader.tsx';
import { ToastRegion } from '#ui/kit/toast.tsx';
import { useLoadingActor, useNotificationsActor } from './portal-context.tsx';

/** The loading bar according to its flow: not for very short loads (spec section 9). */
export function PageLoading() {
  const bar = useSelector(useLoadingActor(), selectLoadingBar);
  // Content that comes and goes outside the landmarks of a page must be a message.
  return <div role="status">{bar !== 'hidden' && <LoadingBar complete={bar === 'completing'} />}</div>;
}

/** Short messages of any flow, in the language of the page; while somebody is at them, none disappears. */
export function Toasts() {
  const { t } = useTranslation();
  const actor = useNotificationsActor();
  const toasts = useSelector(actor, selectToasts);
  const present = useSelector(actor, selectToastsAreThere);
  return (
    <ToastRegion
      present={present}
      toasts={toasts.map(({ id, type, key, params }) => ({
        id,
        type,
        // A message names its own text, in any namespace.
        text: t(key as 'newVersion', { ...params }),
      }))}
      onConfirm={(id) => actor.send({ type: 'notification.confirmed', id })}
      onAttention={(given) => actor.send({ type: given ? 'attention.given' : 'attention.withdrawn' })}
    />
  );
}
