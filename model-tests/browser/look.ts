import type { Visitor } from './visitor.ts';

/** After the session has ended by time: the person closes the notice, and looks at what is covered. */
export async function lookAtCovered(visitor: Visitor): Promise<void> {
  const look = visitor.button('ending:look.show');
  await look.waitFor();
  for (const key of ['common:expired.stay', 'common:expired.understood']) {
    const close = visitor.button(key);
    if (await close.isVisible()) await close.click();
  }
  await look.click();
}

/** Checks what is seen, also where the session has ended: by a look then. */
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
