import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { HandInPage } from '#contract/hand-in.ts';
import { displayBytes } from '#forms/display-bytes.ts';
import { kindsInWords } from '#forms/files.ts';
import { fieldId } from '#forms/paths.ts';
import { offeredTypes } from '#forms/pictures.ts';
import { selectHandInIsBusy } from '#machines/handingIn/handingIn.selectors.ts';
import { refusalText } from '#ui/form/file-texts.ts';
import { FileInput } from '#ui/kit/file-input.tsx';
import type { ListedFile } from '#ui/kit/file-row.tsx';
import { day } from '../shared/format.ts';
import { type HandingInActor, useLocale } from '../shared/portal-context.tsx';

/** The files of one owed document: those that have arrived and those on their way. */
export function DocumentField({
  actor,
  document: { path, label, pattern, maxBytes },
  error,
}: {
  actor: HandingInActor;
  document: HandInPage['documents'][number];
  error: string | undefined;
}) {
  const { t } = useTranslation('handIn');
  const form = useTranslation('form').t;
  const locale = useLocale();
  const busy = useSelector(actor, selectHandInIsBusy);
  const { page, pendingFiles, pictures } = useSelector(actor, ({ context }) => context);
  const arrived = (page?.files ?? [])
    .filter((file) => file.path === path)
    .map(
      ({ id, name, size, checked }): ListedFile => ({
        id,
        name,
        size,
        loaded: size,
        stage: checked ? 'kept' : 'quarantined',
        picture: pictures[id],
      }),
    );
  const pending = pendingFiles
    .filter((file) => file.path === path)
    .map(
      (file): ListedFile => ({ ...file, error: file.problem ? refusalText(file, form, locale) : undefined }),
    );
  const before = page?.handIns.findLast(
    ({ documents, state }) => state !== 'failed' && documents.some((it) => it.path === path),
  );
  const rules = form('file.rules', {
    types: kindsInWords(pattern, locale),
    size: displayBytes(maxBytes, locale).replace(' ', '\u00a0'),
  });
  return (
    <FileInput
      id={fieldId(path)}
      label={label}
      error={error}
      hint={
        <>
          {before && t('already', { date: day(before.handedInAt, locale) })} {rules}
        </>
      }
      accept={offeredTypes(pattern)}
      multiple
      disabled={busy}
      files={[...arrived, ...pending]}
      onFiles={(files) =>
        actor.send({
          type: 'files.chosen',
          path,
          files: files.map((file) => ({ name: file.name, size: file.size, type: file.type, content: file })),
        })
      }
      onRetry={(id) => actor.send({ type: 'file.retried', id })}
      onRemove={(id) => actor.send({ type: 'file.removed', id })}
      onApprove={(id) => actor.send({ type: 'picture.approved', id })}
    />
  );
}
