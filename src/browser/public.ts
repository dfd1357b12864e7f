import '#ui/styles/public.css';
import { whenIdle } from './public/when-idle.ts';

/** A public page can be read and searched as it came; what makes it quicker to use comes once it is quiet. */
whenIdle(() => import('./public/app.tsx').then(({ takeUp }) => takeUp()));
