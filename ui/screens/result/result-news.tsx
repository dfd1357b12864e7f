import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultView } from '#contract/process.ts';
import { sentApplicationStatus } from '#machines/drafts/drafts.guards.ts';

/** Says to screen readers what has become of the result since it is on the screen; the page itself shows it. */
export function ResultNews({ result }: { result: ResultView }) {
  const { t } = useTranslation(['result', 'workflow']);
  const [first] = useState(result);
  const { mail } = result;
  const status = sentApplicationStatus(result);
  return (
    <div role="status" className="kern-sr-only">
      {mail && mail.state !== 'dropped' && mail.state !== first.mail?.state && (
        <p>{t(`facts.mails.${mail.state}`, { to: mail.to })}</p>
      )}
      {/* That the status was asked for once is no news. */}
      {status !== 'submitted' && status !== sentApplicationStatus(first) && (
        <p>{t(`workflow:sentApplicationHint.${status}`)}</p>
      )}
    </div>
  );
}
