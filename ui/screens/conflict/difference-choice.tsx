import { useTranslation } from 'react-i18next';
import type { DifferenceView } from '#contract/conflict.ts';
import type { ConflictChoice } from '#domain/conflict.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { Card } from '#ui/kit/card.tsx';
import { RadioGroup } from '#ui/kit/choice.tsx';
import { DescriptionList } from '#ui/kit/description-list.tsx';

/** HTML id of the choice about a field. */
export const differenceId = (key: string): string => `conflict-${key}`;

/** One field with both values: a choice, or the reason why there is none. */
export function DifferenceChoice({
  difference,
  providerId: context,
  choice,
  error,
  onChoose,
}: {
  difference: DifferenceView;
  /** The login whose values are compared; undefined when it has ended. */
  providerId: LoginProviderId | undefined;
  choice: ConflictChoice | undefined;
  error: string | undefined;
  onChoose: (choice: ConflictChoice) => void;
}) {
  const { t } = useTranslation('conflict');
  const { key, label, account } = difference;
  const own = difference.own === '' ? t('none') : difference.own;
  if (difference.locked) {
    return (
      <Card title={label}>
        <DescriptionList
          items={[
            { key: 'own', term: t('own'), value: own },
            { key: 'account', term: t('account', { context }), value: account },
          ]}
        />
        <p>{t('locked', { context })}</p>
      </Card>
    );
  }
  return (
    <RadioGroup
      id={differenceId(key)}
      label={label}
      error={error}
      cards
      value={choice ?? ''}
      onChange={(value) => onChoose(value as ConflictChoice)}
      options={[
        { value: 'apply', label: t('apply', { context }), hint: t('applyHint', { value: account, context }) },
        { value: 'keep', label: t('keep'), hint: t('keepHint', { value: own }) },
        { value: 'correct', label: t('correct'), hint: t('correctHint') },
      ]}
    />
  );
}
