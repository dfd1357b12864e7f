import type { SnapshotFrom } from 'xstate';
import type { applicationMachine } from '#machines/application/application.machine.ts';
import type { Visitor } from './visitor.ts';
import { anyOf } from './words.ts';

/** The names of the leaf states of a state value. */
type Leaves<V> = V extends string
  ? V
  : { [K in keyof V & string]: NonNullable<V[K]> extends infer W ? `${K}.${Leaves<W>}` : never }[keyof V &
      string];
type Progress = SnapshotFrom<typeof applicationMachine>['value']['progress'];

/** States in which work is in progress; the application leaves them automatically. */
type Passing =
  | 'arriving'
  | 'openingOffer'
  | `starting.${'recognising' | 'waiting' | 'lookingForDraft' | 'found' | 'continuing' | 'openingSession' | 'creating'}`
  | 'takingOver'
  | 'refreshing'
  | 'deciding'
  | 'open.welcome.changingPlace'
  | `open.summary.${'loading' | 'completing'}`
  | 'confirmed.loading'
  | 'notice.saving'
  | `payment.${'starting' | 'reconsidering' | 'waiting.checking' | 'failed.checking'}`
  | 'sending'
  | 'submitting.asking'
  | `submitted.${'deliveringResult' | 'acknowledging'}`;

/** The states in which a person finds the application. */
export type ApplicationState = Exclude<Leaves<Progress>, Passing>;

/** Visible content of each state, written from spec section 2 and the texts, not from the screens. */
export function stateAssertions(visitor: () => Visitor): Record<ApplicationState, () => Promise<void>> {
  const title = (level: number | undefined, keys: readonly string[]) => {
    const name = anyOf(keys.map((key) => visitor().text(key)));
    return visitor()
      .page.getByRole('heading', { ...(level && { level }), name })
      .waitFor();
  };
  const heading =
    (...keys: string[]) =>
    () =>
      title(1, keys);
  const element = (selector: string) => () => visitor().page.locator(selector).waitFor();
  const button = (key: string) => () => visitor().button(key).waitFor();
  const choice = async () => {
    await title(undefined, ['start:ways.title', 'start:ways.anew']);
    await visitor().page.locator('.sp-card__footer button:enabled').first().waitFor();
  };
  return {
    'starting.offered': choice,
    'open.welcome.shown': button('start:welcome.next'),
    'open.filling': element('#field-amount'),
    'open.summary.shown': element('#correctness'),
    'open.summary.unavailable': button('summary:retry'),
    conflict: async () => {
      await heading('conflict:heading')();
      await visitor().page.locator('#conflict-town').waitFor();
    },
    'confirmed.shown': async () => {
      await heading('summary:confirmed.heading')();
      await visitor().page.locator('.sp-summary').first().waitFor();
    },
    'confirmed.unavailable': button('summary:retry'),
    'notice.offered': heading('summary:notice.title'),
    login: heading('summary:login.title'),
    'payment.offered': () => visitor().payButton.waitFor(),
    'payment.waiting.resting': heading('payment:waiting.title'),
    'payment.failed.resting': heading('payment:failed.cancelled', 'payment:failed.title'),
    ready: heading('result:ready.title'),
    'submitting.resting': heading('result:submission.title'),
    submitFailed: heading('result:failed.title'),
    'submitted.taken': heading('result:heading'),
    'submitted.untaken': heading('result:heading'),
    'submitted.unacknowledged': heading('result:heading'),
    notOffered: heading('application:failure.notOffered.title'),
    notFound: heading('application:failure.notFound.title', 'application:failure.signedOut.title'),
    levelTooLow: heading('application:failure.levelTooLow.title'),
    expired: heading('application:failure.expired'),
    ended: heading('ending:done.title'),
    failed: heading('application:failure.failed.title'),
  };
}
