import '#ui/styles/public.css';
import { whenIdle } from './when-idle.ts';

/**
 * A public page can be read and searched as it came; what makes it quicker to use comes once it is quiet. The
 * page names the address, so that this script stays as small as it is.
 */
whenIdle(() => {
  const script = document.querySelector<HTMLScriptElement>('script[data-later]');
  void import(/* @vite-ignore */ script?.dataset.later ?? '');
});
