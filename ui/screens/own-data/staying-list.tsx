import { useTranslation } from 'react-i18next';
import type { Staying } from '#contract/person.ts';

/** Applications that are not deleted, each with its reason. */
export function StayingList({ stays }: { stays: readonly Staying[] }) {
  const { t } = useTranslation('ownData');
  return (
    <ul>
      {stays.map(({ id, service, area, ticketNumber, why }) => (
        <li key={id}>
          <strong>{[service, area, ticketNumber].filter(Boolean).join(', ')}</strong>
          <br />
          {t(`why.${why}`)}
        </li>
      ))}
    </ul>
  );
}
