import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { feeText } from '../shared/fee-text.ts';
import { useLocale } from '../shared/portal-context.tsx';

type AtPlace = Pick<ProcessView, 'area' | 'metadata'>;

/** Says after a change of the place what is different there: the authority and the fee. */
export function LeftPlace({ left, now }: { left: AtPlace; now: AtPlace }) {
  const { t } = useTranslation('start');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [feeBefore, fee] = [left, now].map(({ metadata }) => feeText(metadata, locale, common));
  const [authorityBefore, authority] = [left, now].map(({ metadata }) => metadata.authority.name);
  return (
    <Alert title={t('changed.title', { before: left.area.name, now: now.area.name })}>
      <p>
        {authority === authorityBefore
          ? t('changed.sameAuthority', { now: authority })
          : t('changed.authority', { before: authorityBefore, now: authority })}
      </p>
      <p>
        {fee === feeBefore
          ? t('changed.sameFee', { now: fee })
          : t('changed.fee', { before: feeBefore, now: fee })}
      </p>
    </Alert>
  );
}
