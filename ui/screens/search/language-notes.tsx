import type { SearchAnswer } from '#contract/content.ts';

/** Says to people who write in a language that the portal does not speak in which ones its pages are. */
export function LanguageNotes({ answer }: { answer: SearchAnswer }) {
  return answer.languageNotes.map(({ lang, dir, text }) => (
    <p key={lang} className="sp-corrections" lang={lang} dir={dir}>
      {text}
    </p>
  ));
}
