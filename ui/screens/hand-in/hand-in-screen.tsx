import { usePortal } from '../shared/portal-context.tsx';
import { HandInArea } from './hand-in-area.tsx';
import { HandInGuard } from './hand-in-guard.tsx';

/** The page for handing in, which asks before it is left with files that the authority does not get. */
export function HandInScreen() {
  const actor = usePortal(({ children }) => children.handingIn);
  return (
    <>
      {actor && <HandInGuard actor={actor} />}
      <HandInArea />
    </>
  );
}
