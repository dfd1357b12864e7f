import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSavedFile } from '#machines/keeping/keeping.selectors.ts';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Prose } from '#ui/kit/layout.tsx';
import { day } from '../shared/format.ts';
import { useKeepingActor, useLocale } from '../shared/portal-context.tsx';

/** File of the answers, and the code that opens it; nothing else has the code. */
export function SavedFileShown() {
  const { t } = useTranslation('keeping');
  const locale = useLocale();
  const saved = useSelector(useKeepingActor(), (snapshot) => snapshot && selectSavedFile(snapshot));
  const href = useAddress(saved?.file);
  if (!saved) return null;
  return (
    <>
      <Prose>
        <ol>
          <li>{t('sealed.write')}</li>
          <li>{t('sealed.save')}</li>
        </ol>
      </Prose>
      <p className="sp-code" translate="no">
        {saved.code}
      </p>
      <Actions>
        <LinkButton href={href} download={saved.name} variant="secondary" icon="download">
          {t('sealed.download')}
        </LinkButton>
        <CopyButton text={saved.code} label={t('sealed.copy')} />
      </Actions>
      <p>{t('sealed.once')}</p>
      <p>{t('sealed.later', { date: day(saved.until, locale) })}</p>
    </>
  );
}

/** Returns an address of the file inside this browser, of a type that no browser opens by itself. */
function useAddress(file: string | undefined): string {
  const [href, setHref] = useState('');
  useEffect(() => {
    if (file === undefined) return;
    const address = URL.createObjectURL(new Blob([file], { type: 'application/octet-stream' }));
    setHref(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return href;
}
