import { type FormEvent, useState } from 'react';
import { problemOf } from '#machines/kit/problem.ts';
import { useWorkshop } from '../workshop-context.ts';

/** Asks for the operators' token, in place: the answer to the question is shown afterwards. */
export function OperatorLogin({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { t, api } = useWorkshop();
  const [fault, setFault] = useState<'wrong' | 'tooMany' | 'none' | 'failed' | null>(null);
  const logIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token') ?? '');
    try {
      await api.openWorkshop({ body: { token } });
      setFault(null);
      onLoggedIn();
    } catch (error) {
      const { code } = problemOf(error);
      setFault(
        code === 'operator-login-required'
          ? 'wrong'
          : code === 'too-many-requests'
            ? 'tooMany'
            : code === 'not-found'
              ? 'none'
              : 'failed',
      );
    }
  };
  return (
    <form className="ws-filter" onSubmit={(event) => void logIn(event)}>
      <p className="ws-wide">{t('operators.needed')}</p>
      <label>
        {t('operators.token')}
        <input type="password" name="token" autoComplete="current-password" required />
      </label>
      <button type="submit">{t('operators.logIn')}</button>
      <div role="alert" className="ws-wide">
        {fault !== null && <p className="ws-fault">{t(`operators.fault.${fault}`)}</p>}
      </div>
    </form>
  );
}
