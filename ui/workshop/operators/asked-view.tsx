import type { ReactNode } from 'react';
import { useWorkshop } from '../workshop-context.ts';
import { OperatorLogin } from './operator-login.tsx';
import type { Asked } from './use-asked.ts';

/** The result of an operator's question: the answer, the way to the login, or why there is none. */
export function AskedView<Answer>({
  asked,
  again,
  notFound,
  children,
}: {
  asked: Asked<Answer> | null;
  again: () => void;
  /** Text for an answer that nothing is there. */
  notFound: string;
  children: (answer: Answer) => ReactNode;
}) {
  const { t } = useWorkshop();
  if (asked === null) return null;
  if (asked === 'waiting') return <p role="status">{t('operators.waiting')}</p>;
  if ('answer' in asked) return children(asked.answer);
  if (asked.problem === 'operator-login-required') return <OperatorLogin onLoggedIn={again} />;
  return (
    <div role="alert" className="ws-fault">
      <p>{asked.problem === 'not-found' ? notFound : t('operators.failed')}</p>
      <button type="button" onClick={again}>
        {t('operators.again')}
      </button>
    </div>
  );
}
