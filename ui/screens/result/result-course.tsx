import { useTranslation } from 'react-i18next';
import type { ResultView } from '#contract/process.ts';
import { DescriptionList } from '#ui/kit/description-list.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Course, useWhereabouts } from '../following/whereabouts.tsx';

/** Where the sent application is, and what has happened so far. What follows is said in the part on the next steps. */
export function ResultCourse({ result, authority }: { result: ResultView; authority: string }) {
  const { t } = useTranslation('following');
  const whereabouts = useWhereabouts({ following: result, authority, afterwards: '', notice: null });
  return (
    <Stack gap="small">
      <SectionHeading>{t('title')}</SectionHeading>
      <DescriptionList items={whereabouts} />
      <h3>{t('history')}</h3>
      <Course entries={result.course} />
    </Stack>
  );
}
