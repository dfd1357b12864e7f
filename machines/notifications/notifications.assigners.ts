import type { Notification, NotificationsContext, NotificationType, Toast } from './notifications.types.ts';

type Of = { context: NotificationsContext };
type Update = Partial<NotificationsContext>;

/** Most messages shown at once: more would cover the page; the others wait for their turn. */
export const MAX_SHOWN = 3;
/**
 * Time to read a message before it disappears, in ms; null where it stays until it is confirmed (spec section 9 sets
 * none; BITV and WCAG 2.2.1 require enough).
 */
export const READING_MS: Record<NotificationType, number | null> = { info: 8_000, error: null };

/** The identity of a message is its content. */
export const toastId = ({ type, key, params = {} }: Notification): string =>
  JSON.stringify([type, key, params]);

/** Starts the time of those messages that have come into view. */
const timed = (toasts: readonly Toast[], now: number): Toast[] =>
  toasts.map((toast, index) => {
    const reading = READING_MS[toast.type];
    const begins = reading !== null && toast.endsAt === null && index < MAX_SHOWN;
    return begins ? { ...toast, endsAt: now + reading } : toast;
  });

/**
 * The moment from which the time of a toast counts: `releaseTime` adds the whole time during which somebody was at the
 * toasts.
 */
const readFrom = ({ heldSince, now }: NotificationsContext): number => heldSince ?? now();

/** The moment when the next toast disappears, ms since the epoch; null when none does automatically. */
export function nextEnd({ toasts }: NotificationsContext): number | null {
  const ends = toasts.flatMap(({ endsAt }) => endsAt ?? []);
  return ends.length === 0 ? null : Math.min(...ends);
}

export const notificationsAssigners = {
  /** Adds a message once; one that is already shown stays, and its time starts again. */
  addToast: ({ context }: Of, { notification }: { notification: Notification }): Update => {
    const toast: Toast = { ...notification, id: toastId(notification), endsAt: null };
    const { toasts } = context;
    const isThere = toasts.some(({ id }) => id === toast.id);
    const all = isThere ? toasts.map((it) => (it.id === toast.id ? toast : it)) : [...toasts, toast];
    return { toasts: timed(all, readFrom(context)) };
  },
  removeToast: ({ context }: Of, { id }: { id: string }): Update => ({
    toasts: timed(
      context.toasts.filter((toast) => toast.id !== id),
      readFrom(context),
    ),
  }),
  /** Removes the toast whose time has ended. */
  removeEnded: ({ context }: Of): Update => {
    const end = nextEnd(context);
    return {
      toasts: timed(
        context.toasts.filter(({ endsAt }) => endsAt === null || endsAt !== end),
        context.now(),
      ),
    };
  },
  holdTime: ({ context }: Of): Update => ({ heldSince: context.now() }),
  /** Prolongs the time of all toasts by the time during which somebody was at them. */
  releaseTime: ({ context: { toasts, heldSince, now } }: Of): Update => {
    const held = heldSince === null ? 0 : now() - heldSince;
    return {
      heldSince: null,
      toasts: toasts.map((toast) =>
        toast.endsAt === null ? toast : { ...toast, endsAt: toast.endsAt + held },
      ),
    };
  },
};

export const notificationsGuards = {
  toastIsThere: ({ context }: Of, { id }: { id: string }) => context.toasts.some((toast) => toast.id === id),
  lastOneIsMeant: ({ context }: Of, { id }: { id: string }) =>
    context.toasts.length === 1 && context.toasts[0]?.id === id,
  allEndTogether: ({ context }: Of) =>
    context.toasts.every(({ endsAt }) => endsAt !== null && endsAt === nextEnd(context)),
};
