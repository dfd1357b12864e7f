import '#ui/styles/public.css';
import { takeFonts, takeRules } from './styles.ts';
import { whenIdle } from './when-idle.ts';

const { later = '' } = document.querySelector<HTMLScriptElement>('script[data-later]')?.dataset ?? {};
const [first = '', ...rest] = later.split(' ');

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const run = async (script: string) => {
  await import(/* @vite-ignore */ script);
  await nextTask();
};

// The work begins after the first paint.
requestAnimationFrame(() =>
  setTimeout(() => {
    takeRules();
    void takeFonts();
  }),
);

/**
 * Loads the scripts of a public page once it is idle: the page can be read and searched as it arrived. The page names
 * the scripts, each after those it imports. The first and largest is fetched with the page and runs before the others
 * are requested; each runs in a task of its own, so that the page can respond in between.
 */
whenIdle(async () => {
  await run(first);
  // A page in the background has not been painted yet.
  takeRules();
  for (const href of rest) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  for (const script of rest) await run(script);
});
