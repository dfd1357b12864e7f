export type NotificationType = 'info' | 'error';

/** A short message (spec section 3, Notification): its text is an i18next key, so that it follows the language. */
export type Notification = {
  type: NotificationType;
  key: string;
  params?: Readonly<Record<string, string | number>> | undefined;
};

export type Toast = Notification & {
  /** Id made of the content: no message is shown twice at the same time. */
  id: string;
  /** Moment of its automatic end, ms since the epoch; null for errors and for toasts that are not shown yet. */
  endsAt: number | null;
};

export type NotificationsInput = { now: () => number };

export type NotificationsContext = {
  /** Toasts in order of arrival; the first ones are shown. */
  toasts: readonly Toast[];
  /** Moment since which somebody is at the toasts (pointer or focus), ms since the epoch; null when nobody is. */
  heldSince: number | null;
  now: () => number;
};

export type NotificationsEvent =
  | { type: 'notification.raised'; notification: Notification }
  | { type: 'notification.confirmed'; id: string }
  /** The pointer or the focus is on a toast: nothing disappears while it is read. */
  | { type: 'attention.given' }
  | { type: 'attention.withdrawn' };
