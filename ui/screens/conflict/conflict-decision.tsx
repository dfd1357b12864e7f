import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConflictView } from '#contract/conflict.ts';
import type { ConflictChoice } from '#domain/conflict.ts';
import {
  selectChoiceForAll,
  selectChoices,
  selectFailedAttempts,
  selectIsBusy,
  selectMissing,
} from '#machines/conflict/conflict.selectors.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { ErrorSummary } from '#ui/kit/error-summary.tsx';
import { Prose, Row, Stack } from '#ui/kit/layout.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { DataSourceText } from '../shared/data-source-text.tsx';
import type { ConflictActor } from './conflict-actor.ts';
import { DifferenceChoice, differenceId } from './difference-choice.tsx';

/** Choices for all differences at once: people who correct all of them can keep them first. */
const choicesForAll = ['apply', 'keep'] as const;

/** The choice for each difference, or for all at once, and the way on. */
export function ConflictDecision({ flow, conflict }: { flow: ConflictActor; conflict: ConflictView }) {
  const { t } = useTranslation('conflict');
  const choices = useSelector(flow, selectChoices);
  const missing = useSelector(flow, selectMissing, sameKeys);
  const attempts = useSelector(flow, selectFailedAttempts);
  const busy = useSelector(flow, selectIsBusy);
  const choiceForAll = useSelector(flow, selectChoiceForAll);
  const told = choicesForAll.find((it) => it === choiceForAll);
  const { differences, source } = conflict;
  const open = differences.filter(({ locked }) => !locked);
  const choose = (key: string | null, choice: ConflictChoice) =>
    flow.send({ type: 'choice.made', key, choice });

  function goOn(event: FormEvent): void {
    event.preventDefault();
    flow.send({ type: 'decision.confirmed' });
  }

  const errorOf = (key: string, label: string) =>
    missing.includes(key) ? t('missing', { label }) : undefined;
  const errors = differences.flatMap(({ key, label }) => {
    const text = errorOf(key, label);
    return text === undefined ? [] : [{ fieldId: differenceId(key), text }];
  });
  return (
    <form noValidate onSubmit={goOn}>
      <Stack>
        <ErrorSummary errors={errors} attempt={attempts} />
        {source && (
          <Prose>
            <p>
              <DataSourceText source={source} text={(values) => t('source', values)} />
            </p>
          </Prose>
        )}
        {open.length > 1 && (
          <div>
            <Row>
              {choicesForAll.map((choice) => (
                <Button key={choice} variant="secondary" onClick={() => choose(null, choice)}>
                  {t(`all.${choice}`, { context: source?.providerId })}
                </Button>
              ))}
            </Row>
            <VisuallyHidden>
              <span role="status">{told && t(`all.done.${told}`, { context: source?.providerId })}</span>
            </VisuallyHidden>
          </div>
        )}
        {differences.map((difference) => (
          <DifferenceChoice
            key={difference.key}
            difference={difference}
            providerId={source?.providerId}
            choice={choices[difference.key]}
            error={errorOf(difference.key, difference.label)}
            onChoose={(choice) => choose(difference.key, choice)}
          />
        ))}
        <Prose>
          <p>
            {open.length > 0 && t('after.correct')} {t('after.again')}
          </p>
        </Prose>
        <Actions>
          <Button type="submit" icon="arrow-forward" iconAtEnd busy={busy}>
            {t('next')}
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

const sameKeys = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at]);
