import '#ui/styles/public.css';
import { whenIdle } from './when-idle.ts';

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * A public page can be read and searched as it came; what makes it quicker to use comes once it is quiet. The
 * page names the scripts, each after those it imports: all are fetched at once, and each is run in a task of its
 * own, so that the page answers in between.
 */
whenIdle(async () => {
  const { later = '' } = document.querySelector<HTMLScriptElement>('script[data-later]')?.dataset ?? {};
  const scripts = later.split(' ');
  for (const href of scripts) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    await nextTask();
  }
  for (const script of scripts) {
    await import(/* @vite-ignore */ script);
    await nextTask();
  }
});
