import type { Visitor } from './visitor.ts';

/** Closes the message after the session has expired, and looks at the covered page. */
export async function lookAtCovered(visitor: Visitor): Promise<void> {
  const look = visitor.button('ending:look.show');
  await look.waitFor();
  for (const key of ['common:expired.stay', 'common:expired.understood']) {
    const close = visitor.button(key);
    if (await close.isVisible()) await close.click();
  }
  await look.click();
}

/** Runs a check of the screen, by way of a look if the session has ended. */
export async function seeOrLook(visitor: Visitor, check: () => Promise<void>): Promise<void> {
  let isSeen = false;
  const seen = check().then(() => {
    isSeen = true;
  });
  const looked = lookAtCovered(visitor).then(() => (isSeen ? undefined : check()));
  await Promise.any([seen, looked]).finally(() => {
    seen.catch(() => undefined);
    looked.catch(() => undefined);
  });
}
